import type { Registration } from '@shirube/contracts';
import { type SeededRandom, seededRandom } from '@shirube/evaluate';
import { hasJapanese, type Language } from '@shirube/language';

const shortestWord = 4;
const sentencesEn = [
  (a: string, b: string) => `I am looking for an API that helps with ${a} and ${b}`,
  (a: string, b: string) => `where can my agent get ${a} for ${b}?`,
  (a: string, b: string) => `something to handle ${a} ${b} automatically`,
  (a: string, b: string) => `need ${a} with ${b} support`,
];
const sentencesJa = [
  (a: string, b: string) => `${a}の${b}を調べたい`,
  (a: string, b: string) => `${a}と${b}ができるAPIを探しています`,
  (a: string, b: string) => `${b}に使える${a}のサービスはありますか`,
];

/** Returns two different words of one service, so that a search finds something. */
function twoWords(random: SeededRandom, language: Language, { name, description }: Registration) {
  const text = `${name} ${description}`;
  const words = hasJapanese(text)
    ? language.words(text).flatMap(({ word }) => (word.length > 1 ? [word] : []))
    : text
        .toLowerCase()
        .match(/[a-z]+/g)
        ?.filter((word) => word.length >= shortestWord);
  const some = [...new Set(words)];
  if (some.length < 2) return undefined;
  const first = random.pick(some);
  const second = random.pick(some.filter((word) => word !== first));
  return { first, second, isJapanese: hasJapanese(first + second) };
}

/** Returns pairs of words, all different. */
function wordPairs(catalog: readonly Registration[], language: Language, random: SeededRandom) {
  const used = new Set<string>();
  return () => {
    for (;;) {
      const pair = twoWords(random, language, random.pick(catalog));
      const key = `${pair?.first} ${pair?.second}`;
      if (!pair || used.has(key)) continue;
      used.add(key);
      return pair;
    }
  };
}

/** Keyword queries of two words, all different. */
export function keywordQueries(catalog: readonly Registration[], language: Language, count: number): string[] {
  const nextPair = wordPairs(catalog, language, seededRandom(2));
  return Array.from({ length: count }, () => {
    const { first, second } = nextPair();
    return `${first} ${second}`;
  });
}

/** Intents as people write them, all different, each with the two words for the equivalent plain search. */
export function intentQueries(
  catalog: readonly Registration[],
  language: Language,
  count: number,
): { intent: string; words: string }[] {
  const random = seededRandom(3);
  const nextPair = wordPairs(catalog, language, random);
  return Array.from({ length: count }, () => {
    const { first, second, isJapanese } = nextPair();
    return {
      intent: random.pick(isJapanese ? sentencesJa : sentencesEn)(first, second),
      words: `${first} ${second}`,
    };
  });
}

/**
 * Queries of an exact length, hardly any two alike: concatenated Japanese descriptions, starting at a random character.
 */
export function longQueries(catalog: readonly Registration[], length: number, count: number): string[] {
  const random = seededRandom(4);
  const texts = catalog.map(({ description }) => description).filter(hasJapanese);
  return Array.from({ length: count }, () => {
    const first = random.pick(texts);
    let text = first.slice(random.whole(first.length));
    while (text.length < length) text += random.pick(texts);
    return text.slice(0, length).toWellFormed();
  });
}
