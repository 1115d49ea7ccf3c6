import type { Token } from './tokens.js';

const sum = (terms: readonly number[]): number => terms.reduce((all, term) => all + term, 0);

/**
 * Returns the number that the tokens form, or 1 if they say none: "twenty five", 千五百, "a tenth of a", 10分の1, "one and
 * a half".
 */
export function readNumber(tokens: readonly Token[]): number {
  const middle = tokens.findIndex(({ meanings }) => meanings.has('over'));
  if (middle > 0) {
    const before = readNumber(tokens.slice(0, middle));
    const after = readNumber(tokens.slice(middle + 1));
    const over = tokens[middle]?.meanings.get('over');
    return over === 'and' ? before + after : over === '/' ? before / after : after / before;
  }
  let terms: number[] = [];
  for (const { meanings, number = meanings.get('numeral') } of tokens) {
    const times = Number(meanings.get('times'));
    const part = meanings.get('part');
    if (number !== undefined) terms.push(Number(number));
    // "One tenth of one" is a tenth.
    else if (part !== undefined) return (sum(terms) || 1) / Number(part);
    // It multiplies what is smaller: only 五 in 二百五十.
    else if (times > 0) {
      const smaller = terms.filter((term) => term < times);
      terms = [...terms.filter((term) => term >= times), (sum(smaller) || 1) * times];
    }
  }
  return terms.length > 0 ? sum(terms) : 1;
}
