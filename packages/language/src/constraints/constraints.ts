import type { ConstrainedText } from './constrainedText.js';
import { effects } from './effects.js';
import { folds } from './folds.js';
import { readRules } from './rules.js';
import { readTokens, type Token } from './tokens.js';

/** Effects that keep their words in the text, where they then count like any others. */
const effectsThatKeepWords = new Set(['keep', 'unneeded', 'heard']);
/** No sentence states more of a kind. */
const MOST = 8;
const japanese = /[々-〇ぁ-ヿ㐀-鿿]/;
/** Stands in the text for a character of a constraint. */
const TAKEN = '\0';
const taken = /(?<![\s\0])[\s\0]*\0[\s\0]*/g;

const signsOf = (tokens: readonly Token[]): string => tokens.map(({ sign }) => sign).join('');

/**
 * Creates the function that finds the constraints of a query and removes their words. Words that only look like a
 * constraint stay.
 */
export function createConstraintReader(words: string, table: string): (query: string) => ConstrainedText {
  const { lexicon, rules } = readRules(words, table);
  return (query) => {
    const text = query.normalize('NFKC');
    const found: ConstrainedText = {
      constraints: {},
      refused: [],
      doubted: [],
      unneeded: [],
      notUnderstood: [],
      rest: text,
      naming: text,
    };
    const tokens = readTokens(text, lexicon);
    let signs = signsOf(tokens);
    // Each sign that has occurred, once. Most rules need one that has not, and are skipped.
    let occurred = [...new Set(signs)].join('');
    const replace = (from: number, to: number, added: readonly Token[]) => {
      tokens.splice(from, to - from, ...added);
      signs = signs.slice(0, from) + signsOf(added) + signs.slice(to);
      occurred += signsOf(added);
    };
    const hide = (name: 'rest' | 'naming', start = 0, end = 0) => {
      found[name] = found[name].slice(0, start) + TAKEN.repeat(end - start) + found[name].slice(end);
    };
    /** Removes tokens, and the particle that follows them in Japanese. */
    const take = (from: number, to: number) => {
      const start = tokens[from]?.start ?? 0;
      const isJapanese = japanese.test(text[(tokens[to - 1]?.end ?? 0) - 1] ?? '');
      const last = isJapanese && tokens[to]?.meanings.has('tail') ? to : to - 1;
      const end = tokens[last]?.end ?? 0;
      hide('rest', start, end);
      hide('naming', start, end);
      replace(from, last + 1, []);
    };
    for (const { effect, expression, needs, unless } of rules) {
      if (!needs.every((signs) => signs.test(occurred))) continue;
      expression.lastIndex = 0;
      for (let count = 0; count < MOST && !unless?.test(signs); count += 1) {
        const hit = expression.exec(signs);
        if (!hit || hit[0] === '') break;
        const whole: [number, number] = [hit.index, hit.index + hit[0].length];
        const marked = (hit.indices?.slice(1) ?? []).filter((place) => place !== undefined);
        const [[from, to] = whole] = marked;
        const what = (marked.length > 0 ? marked : [whole]).flatMap((place) => tokens.slice(...place));
        const match = { all: tokens.slice(...whole), what };
        const folded = folds[effect]?.(match);
        effects[effect]?.(match, found, text);
        if (folded) {
          const [start, end] = [what[0]?.start ?? 0, what.at(-1)?.end ?? 0];
          const sign = lexicon.signOf(folded.classes);
          replace(from, to, [{ ...folded, start, end, sign, parts: what, meanings: new Map() }]);
          expression.lastIndex = from + 1;
        } else if (effectsThatKeepWords.has(effect)) {
          if (effect !== 'keep') hide('naming', match.all[0]?.start, match.all.at(-1)?.end);
          const plain = what.map((token) => ({ ...token, sign: lexicon.signOf('content word') }));
          replace(from, to, plain);
          expression.lastIndex = to;
        } else {
          take(...whole);
          expression.lastIndex = hit.index;
        }
      }
    }
    found.rest = found.rest.replace(taken, ' ');
    found.naming = found.naming.replace(taken, ' ');
    return found;
  };
}
