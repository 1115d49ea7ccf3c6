import type { ServiceStatus } from '@shirube/contracts';
import { effects } from './effects.js';
import { type Folded, folds } from './folds.js';
import type { Lexicon } from './lexicon.js';
import { readRules } from './rules.js';
import { readTokens, type Token, unlisted } from './tokens.js';

/** An end of the range of prices that a query is ready to pay. */
export interface StatedBound {
  /** A plain decimal, in units of the currency. */
  amount: string;
  /** true for 未満, "under", "more than": the amount itself does not do. */
  exclusive: boolean;
}

/** In which order a query wants what it asks for. */
export type StatedOrder = 'price' | 'newest' | 'trust';

/** What a query says about price, currency, chain, status, trust and order. */
export interface Constraints {
  maxPrice?: StatedBound;
  minPrice?: StatedBound;
  /** A state's money (USD), which stands for every coin of its family, or the coin that was named (USDC). */
  currency?: string;
  notCurrencies?: string[];
  /** Canonical; one of them is enough. */
  chains?: string[];
  notChains?: string[];
  status?: ServiceStatus;
  /** Whether what costs nothing is wanted, or can be tried for nothing. */
  free?: true;
  /** What is to come first, though others will do. */
  prefer?: 'free';
  minTrust?: number;
  order?: StatedOrder;
}

export interface ConstrainedText {
  constraints: Constraints;
  /** What is expressly not wanted, as it was written. */
  refused: string[];
  /** What may be unwanted, as it was written. */
  doubted: string[];
  /** What need not be there ("without a password"), as it was written; it stays in the text. */
  unneeded: string[];
  /** What sounds like a constraint and is none that can be applied, as it was written. */
  notUnderstood: string[];
  /** The text without the words of all these. */
  rest: string;
}

export type ConstraintReader = (query: string) => ConstrainedText;

/** Effects that leave their words in the text, where they count as any others from then on. */
const staying = new Set(['keep', 'unneeded']);
/** More of a kind no sentence states: amounts and names, and what is said of them. */
const MOST_FOLDED = 8;
const MOST_SAID = 4;
const japanese = /[\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff]$/;

/** Makes the function that finds the constraints of a query and takes their words out; words that only look like one stay. */
export function createConstraintReader(words: string, table: string): ConstraintReader {
  const { lexicon, rules } = readRules(words, table);
  const word = lexicon.signOf(unlisted.word);
  return (query) => {
    const text = query.normalize('NFKC');
    const found: ConstrainedText = {
      constraints: {},
      refused: [],
      doubted: [],
      unneeded: [],
      notUnderstood: [],
      rest: text,
    };
    const taken: Span[] = [];
    const tokens = readTokens(text, lexicon);
    let signs = signsOf(tokens);
    // Each sign that has occurred, once: most rules need one that has not.
    let seen = [...new Set(signs)].join('');
    const replace = (start: number, end: number, made: readonly Token[]) => {
      const own = signsOf(made);
      tokens.splice(start, end - start, ...made);
      signs = signs.slice(0, start) + own + signs.slice(end);
      seen += own;
    };
    for (const { effect, expression, needs, unless } of rules) {
      if (!needs.every((signs) => signs.test(seen))) continue;
      const fold = folds[effect];
      const apply = effects[effect];
      expression.lastIndex = 0;
      const most = fold ? MOST_FOLDED : MOST_SAID;
      for (let count = 0; count < most && !unless?.test(signs); count += 1) {
        const hit = expression.exec(signs);
        if (!hit || hit[0] === '') break;
        const ends = hit.index + hit[0].length;
        const meant = Object.values(hit.indices?.groups ?? {}).filter((place) => place !== undefined);
        const [first, last] = meant[0] ?? [hit.index, ends];
        const what = meant.length > 1 ? meant : [[first, last] as const];
        const match = {
          all: tokens.slice(hit.index, ends),
          what: what.flatMap(([from, to]) => tokens.slice(from, to)),
        };
        if (fold) {
          replace(first, last, [foldedToken(match.what, fold(match), lexicon)]);
          expression.lastIndex = first + 1;
          continue;
        }
        apply?.(match, found, text);
        if (!staying.has(effect)) {
          const tail = tailOf(match.all, tokens[ends], text);
          taken.push(spanOf([...match.all, ...tail]));
          replace(hit.index, ends + tail.length, []);
          expression.lastIndex = hit.index;
        } else {
          replace(
            first,
            last,
            match.what.map((token) => ({ ...token, sign: word })),
          );
          expression.lastIndex = last;
        }
      }
    }
    for (const { start, end } of taken.sort((a, b) => b.start - a.start))
      found.rest = `${found.rest.slice(0, start).trimEnd()} ${found.rest.slice(end).trimStart()}`;
    return found;
  };
}

type Span = Pick<Token, 'start' | 'end'>;

const signsOf = (tokens: readonly Token[]): string => tokens.map(({ sign }) => sign).join('');

const spanOf = (tokens: readonly Token[]): Span => ({
  start: tokens[0]?.start ?? 0,
  end: tokens.at(-1)?.end ?? 0,
});

const foldedToken = (parts: readonly Token[], { classes, ...values }: Folded, lexicon: Lexicon): Token => ({
  ...values,
  ...spanOf(parts),
  parts,
  meanings: new Map(),
  sign: lexicon.signOf(classes),
});

/** The particle that leads on from what was taken in Japanese. */
function tailOf(taken: readonly Token[], next: Token | undefined, text: string): Token[] {
  const isJapanese = japanese.test(text.slice(0, taken.at(-1)?.end));
  return next?.meanings.has('tail') && isJapanese ? [next] : [];
}
