import type { Token } from './tokens.js';

const kanjiDigits = '〇一二三四五六七八九';
const kanjiFactors: Record<string, number> = { 十: 10, 百: 100, 千: 1_000, 万: 10_000 };

/** Parses 二十五, 百, 千五百, 一万. */
export function readKanji(text: string): number {
  let total = 0;
  let section = 0;
  let digit = 0;
  for (const character of text.replaceAll('零', '〇')) {
    const factor = kanjiFactors[character];
    if (factor === undefined) digit = digit * 10 + kanjiDigits.indexOf(character);
    else {
      if (factor < 10_000) section += (digit || 1) * factor;
      else {
        total += (section + digit || 1) * factor;
        section = 0;
      }
      digit = 0;
    }
  }
  return total + section + digit;
}

/**
 * Returns the number that the tokens form, or 1 for an article alone: "twenty five", "a tenth of a", 10分の1, "one and a
 * half".
 */
export function readNumber(tokens: readonly Token[]): number {
  let sum: number | undefined;
  let before: { sum: number; by: string } | undefined;
  for (const { meanings, number } of tokens) {
    const [numeral, factor, part] = ['numeral', 'times', 'part'].map((name) => meanings.get(name));
    const over = meanings.get('over');
    if (number !== undefined || numeral !== undefined) sum = (sum ?? 0) + (number ?? Number(numeral));
    else if (factor !== undefined) sum = (sum ?? 1) * Number(factor);
    else if (part !== undefined) {
      sum = (sum ?? 1) / Number(part);
      // "one tenth of one" is a tenth.
      if (!before) return sum;
    } else if (over !== undefined && sum !== undefined) {
      before = { sum, by: over };
      sum = undefined;
    }
  }
  const last = sum ?? 1;
  if (!before) return last;
  return before.by === 'and' ? before.sum + last : before.by === '/' ? before.sum / last : last / before.sum;
}
