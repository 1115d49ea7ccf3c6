import type { Registration } from '@shirube/contracts';
import { demoServices } from '@shirube/demo';
import { hasJapanese, type Language } from '@shirube/language';
import { type SeededRandom, seededRandom } from './seededRandom.js';

const syllables = 'ba do fi ka lu mo ne pa ra shi so ta vo wi xe yu zan gor mel tri'.split(' ');
const suffixes = 'API Hub Labs Cloud Works Data Gateway Stream Base Desk'.split(' ');
const places =
  'Japan Tokyo Europe Germany Osaka France Brazil India Kyoto Spain Korea Vietnam Canada Kenya Peru Norway'.split(' ');
const placesJa = '東京 大阪 日本全国 京都 北海道 福岡 名古屋 欧州 仙台 広島 沖縄 金沢'.split(' ');

/** A made-up name: most names in a real catalog are rare words. */
function brand(random: SeededRandom): string {
  const word = Array.from({ length: 2 + random.whole(3) }, () => random.pick(syllables)).join('');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const sentences = (text: string): string[] => text.match(/[^.。]+[.。]?/g)?.map((part) => part.trim()) ?? [text];

function address(random: SeededRandom): string {
  return `0x${Array.from({ length: 40 }, () => random.whole(16).toString(16)).join('')}`;
}

const sentencesEn = [
  (a: string, b: string, c: string) => `Provides ${a} and ${b} for ${c}.`,
  (a: string, b: string, c: string) => `Turns ${a} into ${b}, with ${c} included.`,
  (a: string, b: string, c: string) => `${c} from ${a} to ${b}, for developers and agents.`,
  (a: string, b: string, c: string) => `Everything about ${a}: ${b}, ${c} and more.`,
];
const sentencesJa = [
  (a: string, b: string, c: string) => `${a}の${b}と${c}を提供します。`,
  (a: string, b: string, c: string) => `${a}から${b}を作り、${c}に使えるAPIです。`,
  (a: string, b: string, c: string) => `${b}を${a}で調べ、${c}までまとめて返します。`,
];

/** The words of one language, ordered differently for each topic: the first are frequent there, the last rare. */
function createTopics(words: readonly string[], random: SeededRandom) {
  const topics = new Map<string, string[]>();
  return (topic: string): string[] => {
    const known = topics.get(topic);
    if (known) return known;
    const keys = new Map(words.map((word) => [word, random.next()]));
    const ordered = words.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
    topics.set(topic, ordered);
    return ordered;
  };
}

/**
 * Generates any number of services, deterministically and all with different words. Each has a first sentence of words
 * that are common in its category or (rarely) in general, a sentence of the demo catalog, a place, a unique name and
 * a price of its own.
 */
export function madeCatalog(count: number, language: Language): Registration[] {
  const random = seededRandom(402);
  const themes = demoServices().map(({ registration }) => registration);
  const japanese = themes.filter(({ description }) => hasJapanese(description));
  const english = themes.filter(({ description }) => !hasJapanese(description));
  const words = language.keywordSynonyms().map(({ term }) => term);
  const topicsJa = createTopics(words.filter(hasJapanese), random);
  const topicsEn = createTopics(
    words.filter((word) => !hasJapanese(word)),
    random,
  );
  return Array.from({ length: count }, (_, i): Registration => {
    const theme = random.pick(themes);
    const isJapanese = hasJapanese(theme.description);
    const topic = (isJapanese ? topicsJa : topicsEn)(theme.category);
    const word = () => random.pickSkewed(topic);
    const first = random.pick(isJapanese ? sentencesJa : sentencesEn)(word(), word(), word());
    const other = random.pickSkewed(isJapanese ? japanese : english);
    const parts = [first, random.pick(sentences(other.description))];
    if (random.next() < 0.5) {
      parts.push(isJapanese ? `${random.pickSkewed(placesJa)}に対応。` : `Covers ${random.pickSkewed(places)}.`);
    }
    const name = brand(random);
    return {
      name: `${name} ${random.next() < 0.5 ? word() : random.pickSkewed(suffixes)}`,
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
