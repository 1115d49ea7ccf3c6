import type { Registration } from '@shirube/contracts';
import type { TaskText } from '@shirube/language';
import { type SeededRandom, seededRandom } from './seededRandom.js';

const syllables = 'ba do fi ka lu mo ne pa ra shi so ta vo wi xe yu zan gor mel tri'.split(' ');
const categories = 'weather finance ai data developer media travel health language location security social'.split(' ');
const networks = ['base', 'polygon', 'arbitrum', 'optimism'];

/** A made-up word: most names in a real catalog are rare words. */
function brand(random: SeededRandom): string {
  return Array.from({ length: 2 + random.whole(3) }, () => random.pick(syllables)).join('');
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const lowerCased = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
const isJapaneseText = (text: string): boolean => /[\u3040-\u30ff\u4e00-\u9fff]/.test(text);

const descriptionsEn = [
  (a: string, b: string, c: string) => `${a}, with ${b}. ${c}.`,
  (a: string, b: string) => `${a}. Also for ${b}.`,
  (a: string, b: string, c: string) => `${a}. ${c}, and ${b}.`,
  (a: string, b: string) => `${capitalized(b)}: ${lowerCased(a)}.`,
];
const descriptionsJa = [
  (a: string, b: string, c: string) => `${a}のAPIです。${b}にも対応しています。${c}という方に。`,
  (a: string, b: string) => `${a}と${b}をまとめて提供します。`,
  (a: string, b: string, c: string) => `「${c}」に答えます。${a}、${b}など。`,
];

export interface VariedService {
  registration: Registration;
  /** A sentence that asks for just this service, in the other language. */
  intent: string;
}

/**
 * Generates any number of services, deterministically, with the vocabulary of what sellers and users say about tasks.
 * All texts differ. As in a real catalog, some hosts have many endpoints, and many names are only a host and a path.
 */
export function variedServices(tasks: readonly TaskText[], count: number): VariedService[] {
  const random = seededRandom(402);
  const hosts = Array.from({ length: Math.ceil(count / 4) }, (_, i) => ({
    name: `${brand(random)}-${i}.example`,
    category: random.pick(categories),
    isJapanese: random.next() < 0.3,
  }));
  return Array.from({ length: count }, (_, i): VariedService => {
    const host = random.pickSkewed(hosts);
    const [task, second, third] = [random.pickSkewed(tasks), random.pickSkewed(tasks), random.pick(tasks)];
    const path = `${random.pick(task.en.toLowerCase().match(/[a-z]+/g) ?? ['v1'])}/${i}`;
    const question = random.pick(third.users.filter((text) => isJapaneseText(text) === host.isJapanese));
    const name =
      random.next() < 0.4
        ? `${host.name} ${path.replace('/', ' ')}`
        : `${capitalized(brand(random))} ${host.isJapanese ? task.ja : task.en}`;
    return {
      registration: {
        name,
        description: host.isJapanese
          ? random.pick(descriptionsJa)(task.ja, second.ja, question)
          : random.pick(descriptionsEn)(random.pick(task.sellers), lowerCased(second.en), random.pick(third.sellers)),
        endpoint: `https://${host.name}/${path}`,
        category: host.category,
        pricing: {
          currency: 'USDC',
          pricePerRequest: (random.whole(500) / 1_000).toFixed(3),
          ...(random.next() < 0.3 ? { freeQuota: random.whole(1_000) } : {}),
        },
        x402Config: {
          paymentAddress: `0x${Array.from({ length: 40 }, () => random.whole(16).toString(16)).join('')}`,
          network: random.pickSkewed(networks),
        },
      },
      intent: host.isJapanese
        ? `${task.en} and ${lowerCased(second.en)}, from one provider`
        : `${task.ja}と${second.ja}をまとめてできるサービス`,
    };
  });
}
