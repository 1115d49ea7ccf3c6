import { currenciesOf } from '@shirube/domain';
import type { ConstrainedText, Constraints } from './constrainedText.js';
import { type Match, testNetworks } from './folds.js';
import type { Token } from './tokens.js';

type Effect = (match: Match, found: ConstrainedText, text: string) => void;

/**
 * The trust score of a service that is called reliable. A service that responds as registered four hours out of five
 * reaches it without age and settlements.
 */
const RELIABLE = 60;

// Enough digits for any price, but fewer than a float has.
const plain = new Intl.NumberFormat('en', { maximumSignificantDigits: 12, useGrouping: false });

const written = (tokens: readonly Token[], text: string): string =>
  text.slice(tokens[0]?.start, tokens.at(-1)?.end).trim();

/** Splits a list at "and" and "or" into its phrases. */
function phrases(tokens: readonly Token[], text: string): string[] {
  const lists: Token[][] = [[]];
  for (const token of tokens.flatMap((one) => one.parts ?? one)) {
    if (token.meanings.has('between')) lists.push([]);
    else lists.at(-1)?.push(token);
  }
  return lists.filter(({ length }) => length > 0).map((list) => written(list, text));
}

/** Adds the named chains and coins, as wanted or as refused. */
const means =
  (isRefused: boolean): Effect =>
  ({ what }, { constraints }) => {
    const add = (name: 'chains' | 'notChains' | 'notCurrencies', more: readonly string[]) => {
      constraints[name] = [...new Set([...(constraints[name] ?? []), ...more])];
    };
    for (const { chains, currency, meanings } of what) {
      const isTest = meanings.has('testword') || meanings.has('mainnet');
      const names = chains ?? (isTest ? testNetworks : undefined);
      if (names) add(isRefused ? 'notChains' : 'chains', names);
      else if (currency && isRefused) add('notCurrencies', [currency]);
      // "2 cents, USDC": a coin that is named replaces its currency.
      else if (currency && currenciesOf(constraints.currency ?? currency).includes(currency))
        constraints.currency = currency;
    }
  };

/** Sets ends of the price range, one per amount, in order. */
const price =
  (...ends: readonly string[]): Effect =>
  ({ all }, { constraints }) => {
    const count = all.find((token) => token.count !== undefined)?.count ?? 1;
    const amounts = all.filter(({ number }) => number !== undefined);
    for (const [i, end] of ends.entries()) {
      const { number = 0, currency } = amounts[i] ?? {};
      const stated = { amount: plain.format(number / count), exclusive: end === '<' || end === '>' };
      if (!end.startsWith('<')) constraints.minPrice ??= stated;
      if (!end.startsWith('>')) constraints.maxPrice ??= stated;
      if (currency !== undefined) constraints.currency ??= currency;
    }
  };

/** The number of days that tokens name, such as "a month": a month has 30. */
const daysIn = (tokens: readonly Token[]): number => {
  const at = tokens.findIndex(({ meanings }) => meanings.has('span') || meanings.has('every-span'));
  const { meanings } = tokens[at] ?? {};
  const before = meanings?.has('span') ? tokens[at - 1]?.number : undefined;
  return Number(meanings?.get('span') ?? meanings?.get('every-span')) * (before ?? 1);
};

/** Sets how often the service would be called. */
const often: Effect = ({ all }, { constraints }) => {
  const numbers = all.filter(({ number }, i) => number !== undefined && !all[i + 1]?.meanings.has('span'));
  const count = numbers.at(-1)?.number ?? (all[0]?.meanings.has('twice') ? 2 : 1);
  constraints.requestsPerMonth ??= Math.round((count * 30) / daysIn(all));
};

/** Sets the highest price at which a budget lasts, as often as the service would be called. */
const budget: Effect = (match, found, text) => {
  const count = ((found.constraints.requestsPerMonth ?? 1) * daysIn(match.all)) / 30;
  const stated = match.all.filter(({ currency }) => currency !== undefined).map((token) => ({ ...token, count }));
  price('<=')({ ...match, all: stated }, found, text);
};

/** Sets a least percentage. */
const least =
  (name: 'minTrust' | 'minUptime'): Effect =>
  ({ all }, { constraints }) => {
    const stated = all.find(({ number }) => number !== undefined)?.number;
    constraints[name] ??= Math.min(100, stated ?? RELIABLE);
  };

const set =
  (value: Constraints): Effect =>
  (_, found) => {
    found.constraints = { ...value, ...found.constraints };
  };

const bounds = ['<', '<=', '>', '>=', '=', '> <', '> <=', '>= <', '>= <='];

/** The effects of rules, by name. */
export const effects: Record<string, Effect> = {
  on: means(false),
  'not on': means(true),
  ...Object.fromEntries(bounds.map((name) => [name, price(...name.split(' '))])),
  verified: set({ status: 'verified' }),
  unverified: set({ status: 'unverified' }),
  inactive: set({ status: 'inactive' }),
  free: set({ free: true }),
  'prefer free': set({ prefer: 'free' }),
  'by price': set({ order: 'price' }),
  'by newest': set({ order: 'newest' }),
  'by trust': set({ order: 'trust' }),
  often,
  budget,
  trust: least('minTrust'),
  uptime: least('minUptime'),
  heard: ({ what }, { notUnderstood }, text) => notUnderstood.push(written(what, text)),
  unclear: ({ all }, { notUnderstood }, text) => notUnderstood.push(written(all, text)),
  without: ({ what }, { refused }, text) => refused.push(...phrases(what, text)),
  doubt: ({ what }, { doubted }, text) => doubted.push(...phrases(what, text)),
  unneeded: ({ what }, { unneeded }, text) => unneeded.push(...phrases(what, text)),
};
