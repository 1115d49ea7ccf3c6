import { divided, type Exact, exact, scaled, times } from './decimals.js';

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const englishNumbers = new Map<string, number>([
  ['a', 1],
  ['an', 1],
  ...small.map((word, i) => [word, i] as const),
  ...tens.map((word, i) => [word, 10 * (i + 2)] as const),
]);
const multiples = new Map<string, number>([
  ['hundred', 100],
  ['thousand', 1_000],
  ['k', 1_000],
  ['million', 1_000_000],
  ['m', 1_000_000],
  ['百', 100],
  ['千', 1_000],
  ['万', 10_000],
  ['億', 100_000_000],
]);
const fractions = new Map<string, number>([
  ['half', 2],
  ['third', 3],
  ['quarter', 4],
  ['fourth', 4],
  ['fifth', 5],
  ['eighth', 8],
  ['tenth', 10],
  ['twentieth', 20],
  ['fiftieth', 50],
  ['hundredth', 100],
  ['thousandth', 1_000],
]);

const digits = String.raw`(?:\d{1,3}(?:,\d{3})+(?:\.\d{1,18})?|\d{1,20}(?:\.\d{1,18})?|\.\d{1,18})`;
const word = [...englishNumbers.keys()].sort((a, b) => b.length - a.length).join('|');
const multiple = 'hundred|thousand|million|k|m|百|千|万|億';
const part = [...fractions.keys()].map((name) => (name === 'half' ? 'half|halves' : `${name}s?`)).join('|');
// A whole run of them, so that a long one is read once and not once from each of its characters.
const kanji =
  '(?<![一二三四五六七八九十百千万〇零])[一二三四五六七八九十百千万〇零]{1,8}(?![一二三四五六七八九十百千万〇零])';

/** A number as a pattern without groups: digits, words, fractions, kanji. */
export const numeral = [
  `(?:(?:${digits}|${word})[ -])?(?:${part})(?: (?:of )?(?:an?|one|the))?(?= )`,
  `(?:${digits}|${kanji})分の(?:${digits}|${kanji})`,
  String.raw`\d{1,4}/\d{1,4}(?: of (?:an?|one))?(?= )`,
  `${digits}(?:[ ]?(?:${multiple})(?![a-z]))?(?: and a half)?`,
  `(?:${word})(?:[ -](?:${word}))?(?:[ -](?:${multiple}))?(?: and a half)?(?![a-z])`,
  `(?:hundred|thousand|million)(?![a-z])`,
  `${kanji}|半`,
].join('|');

/** The number that a text matched by `numeral` stands for. */
export function readNumeral(text: string): Exact {
  const said = text.trim().toLowerCase();
  if (said === '半') return exact('0.5');
  const [, denominator, numerator] = /^(.+)分の(.+)$/u.exec(said) ?? [];
  if (denominator !== undefined && numerator !== undefined)
    return divided(readNumeral(numerator), readNumeral(denominator));
  const [, over, under] = /^(\d+)\/(\d+)/.exec(said) ?? [];
  if (over !== undefined && under !== undefined) return divided(exact(over), exact(under));
  const half = / and a half$/.test(said) ? exact('0.5') : 0n;
  const words = said.replace(/ and a half$/, '').split(/[ -]+/);
  const fraction = words.find((one) => fractions.has(one.replace(/s$/, '')) || one === 'halves');
  if (fraction !== undefined) {
    const many = words[0] === fraction ? exact('1') : readNumeral(words[0] ?? '1');
    return scaled(many, 1n, BigInt(fractions.get(fraction.replace(/s$/, '')) ?? 2));
  }
  return half + words.reduce((sum, one) => added(sum, one), 0n);
}

/** What a further word makes of a number: "twenty five" adds, "hundred" multiplies. */
function added(sum: Exact, next: string): Exact {
  const spoken = englishNumbers.get(next);
  if (spoken !== undefined) return sum + exact(String(spoken));
  const factor = multiples.get(next);
  if (factor !== undefined) return sum === 0n ? exact(String(factor)) : scaled(sum, BigInt(factor));
  const [, figures = '', unit = ''] = /^([\d.,]+)([a-z百千万億]*)$/u.exec(next) ?? [];
  if (figures !== '') return times(sum + exact(figures), exact(String(multiples.get(unit) ?? 1)));
  return sum + exact(String(readKanji(next)));
}

const kanjiDigits = '〇一二三四五六七八九';

/** 二十五, 百, 千五百, 一万. */
function readKanji(text: string): number {
  let total = 0;
  let section = 0;
  let digit = 0;
  for (const character of text) {
    const value = character === '零' ? 0 : kanjiDigits.indexOf(character);
    const factor = character === '十' ? 10 : (multiples.get(character) ?? 0);
    if (value >= 0) digit = digit * 10 + value;
    else if (factor >= 10_000) {
      total += (section + digit || 1) * factor;
      section = 0;
      digit = 0;
    } else if (factor > 0) {
      section += (digit || 1) * factor;
      digit = 0;
    }
  }
  return total + section + digit;
}
