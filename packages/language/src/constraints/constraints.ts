import type { ServiceStatus } from '@shirube/contracts';
import { effects } from './effects.js';
import { type Folded, folds } from './folds.js';
import type { Lexicon } from './lexicon.js';
import { readRules } from './rules.js';
import { readTokens, type Token, unlisted } from './tokens.js';

/** One end of the price range that a query accepts. */
export interface StatedBound {
  /** A plain decimal, in units of the currency. */
  amount: string;
  /** true for 未満, "under", "more than": the amount itself is excluded. */
  exclusive: boolean;
}

/** The order that a query asks for. */
export type StatedOrder = 'price' | 'newest' | 'trust';

/** What a query says about price, currency, chain, status, trust, uptime and order. */
export interface Constraints {
  maxPrice?: StatedBound;
  minPrice?: StatedBound;
  /** A national currency (USD), which stands for every coin of its family, or the coin that was named (USDC). */
  currency?: string;
  notCurrencies?: string[];
  /** Canonical. A service needs only one of them. */
  chains?: string[];
  notChains?: string[];
  status?: ServiceStatus;
  /** Whether the service must be free or have a free quota. */
  free?: true;
  /** What should come first, although other services are accepted. */
  prefer?: 'free';
  minTrust?: number;
  /** In percent. */
  minUptime?: number;
  order?: StatedOrder;
}

export interface ConstrainedText {
  constraints: Constraints;
  /** What is explicitly unwanted, as written. */
  refused: string[];
  /** What may be unwanted, as written. */
  doubted: string[];
  /** What is not required ("without a password"), as written. It stays in the text. */
  unneeded: string[];
  /** What sounds like a constraint but cannot be applied, as written. */
  notUnderstood: string[];
  /** The text without the words of all these. */
  rest: string;
}

export type ConstraintReader = (query: string) => ConstrainedText;

/** Effects that keep their words in the text, where they then count like any others. */
const staying = new Set(['keep', 'unneeded']);
/** No sentence states more of a kind: amounts and names, and what is said about them. */
const MOST_FOLDED = 8;
const MOST_SAID = 4;
const japanese = /[\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff]$/;

/**
 * Creates the function that finds the constraints of a query and removes their words. Words that only look like a
 * constraint stay.
 */
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
    // Each sign that has occurred, once. Most rules need one that has not, and are skipped.
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
    for (const { start, end } of joined(taken).reverse())
      found.rest = `${found.rest.slice(0, start).trimEnd()} ${found.rest.slice(end).trimStart()}`;
    return found;
  };
}

type Span = Pick<Token, 'start' | 'end'>;

/** Sorts the spans and merges those that overlap: a later match may surround an earlier one. */
function joined(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
    else found.push({ ...span });
  }
  return found;
}

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

/** Returns the particle that follows the removed words in Japanese. */
function tailOf(taken: readonly Token[], next: Token | undefined, text: string): Token[] {
  const isJapanese = japanese.test(text.slice(0, taken.at(-1)?.end));
  return next?.meanings.has('tail') && isJapanese ? [next] : [];
}
