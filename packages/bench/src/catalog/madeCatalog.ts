import type { Registration } from '@shirube/contracts';
import { demoServices } from '@shirube/demo';
import { hasJapanese } from '@shirube/language';
import { type SeededRandom, seededRandom } from './seededRandom.js';

const syllables = 'ba do fi ka lu mo ne pa ra shi so ta vo wi xe yu zan gor mel tri'.split(' ');
const suffixes = 'API Hub Labs Cloud Works Data Gateway Stream Base Desk'.split(' ');
const places =
  'Japan Tokyo Europe Germany Osaka France Brazil India Kyoto Spain Korea Vietnam Canada Kenya Peru Norway'.split(
    ' ',
  );
const placesJa = '東京 大阪 日本全国 京都 北海道 福岡 名古屋 欧州 仙台 広島 沖縄 金沢'.split(' ');

/** A name that nobody has: most names of a real catalog are rare words. */
function brand(random: SeededRandom): string {
  const word = Array.from({ length: 2 + random.whole(3) }, () => random.pick(syllables)).join('');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const sentences = (text: string): string[] =>
  text.match(/[^.。]+[.。]?/g)?.map((part) => part.trim()) ?? [text];

function address(random: SeededRandom): string {
  return `0x${Array.from({ length: 40 }, () => random.whole(16).toString(16)).join('')}`;
}

/**
 * As many services as wanted, always the same: each has a theme taken from the demo catalog, with a sentence of another
 * service of its language, a place, a name of its own and another price.
 */
export function madeCatalog(count: number): Registration[] {
  const random = seededRandom(402);
  const themes = demoServices().map(({ registration }) => registration);
  const japanese = themes.filter(({ description }) => hasJapanese(description));
  const english = themes.filter(({ description }) => !hasJapanese(description));
  return Array.from({ length: count }, (_, i): Registration => {
    const theme = random.pick(themes);
    const isJapanese = hasJapanese(theme.description);
    const other = random.pickSkewed(isJapanese ? japanese : english);
    const parts = [theme.description, random.pick(sentences(other.description))];
    if (random.next() < 0.5) {
      parts.push(
        isJapanese ? `${random.pickSkewed(placesJa)}に対応。` : `Covers ${random.pickSkewed(places)}.`,
      );
    }
    const name = brand(random);
    return {
      name: `${name} ${random.next() < 0.5 ? theme.name : random.pickSkewed(suffixes)}`,
      description: parts.join(isJapanese ? '' : ' '),
      endpoint: `https://${name.toLowerCase()}-${i}.example.com/v1`,
      category: theme.category,
      pricing: {
        currency: theme.pricing.currency,
        pricePerRequest: (random.whole(500) / 1_000).toFixed(3),
        ...(random.next() < 0.3 ? { freeQuota: random.whole(1_000) } : {}),
      },
      x402Config: { paymentAddress: address(random), network: random.pickSkewed(networks) },
    };
  });
}

const networks = ['base', 'polygon', 'arbitrum', 'ethereum', 'optimism', 'eip155:8453'];
