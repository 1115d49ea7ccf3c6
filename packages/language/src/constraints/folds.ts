import { currencyFamily, isTestNetwork, networks, resolveNetwork } from '@shirube/domain';
import { readNumber } from './numbers.js';
import { numberClasses, type Token } from './tokens.js';

/** The tokens that a pattern matches: all of them, and those in its brackets. */
export interface Match {
  all: readonly Token[];
  what: readonly Token[];
}

/** What replaces the tokens in the brackets. */
export type FoldedToken = Pick<Token, 'number' | 'currency' | 'unit' | 'count' | 'chains'> & { classes: string };

// From this amount on, about five dollars, a price is not per request unless the query says so.
const large: Record<string, number> = { JPY: 500, KRW: 5_000, INR: 300, CNY: 30 };

/** Networks for testing. */
export const testNetworks: readonly string[] = networks.map(({ name }) => name).filter(isTestNetwork);

const numberOf = (tokens: readonly Token[]): number => tokens.find(({ number }) => number !== undefined)?.number ?? 1;

function amountOf(number: number, currency = '', unit = 1): FoldedToken {
  const family = currencyFamily(currency);
  const much = large[family] ?? 5;
  const most = (family === 'JPY' ? 2 : 4) * much;
  const size = number < much / 50 ? 'tiny' : number < much ? 'middle' : number < most ? 'large' : 'huge';
  return { classes: number === 0 ? 'zero' : `amount ${size}`, number, currency, unit };
}

/** Returns the test network of a network, if it has one: base-sepolia for Base. */
const testNetworkOf = (chain: string, kind: string): string =>
  resolveNetwork(`${chain}-${kind}`) ?? resolveNetwork(`${chain}-sepolia`) ?? chain;

function chainsOf(tokens: readonly Token[]): FoldedToken {
  const chains: string[] = [];
  for (const { meanings, chains: own } of tokens) {
    const chain = own?.[0] ?? meanings.get('chain') ?? meanings.get('ticker');
    const test = meanings.get('testword');
    if (chain !== undefined) chains.push(chain);
    else if (test !== undefined) chains.push(testNetworkOf(chains.pop() ?? '', test));
  }
  const each = [...new Set(chains)];
  const kind = ['id', 'ordinary'].find((name) => tokens[0]?.meanings.has(name));
  const usual = each.every(isTestNetwork) ? 'test' : 'plain';
  return { classes: `chains ${kind ?? usual}${each.length > 1 ? ' several' : ''}`, chains: each };
}

/** Combine several tokens into one, by kind of token. */
export const folds: Record<string, (match: Match) => FoldedToken> = {
  number: ({ what }) => ({ classes: numberClasses(readNumber(what)), number: readNumber(what) }),
  // "Five nines" are 99.999 percent.
  nines: ({ what }) => ({
    classes: 'number some-nines',
    number: Number((100 - 10 ** (2 - readNumber(what))).toFixed(9)),
  }),
  amount: ({ what }) => {
    const names = what.flatMap(({ meanings }) => meanings.get('unit') ?? meanings.get('letter-unit') ?? []);
    const [currency = '', worth = '1'] = names.at(-1)?.split(' ') ?? [];
    return amountOf(numberOf(what) * Number(worth), currency, Number(worth));
  },
  // 1ドル50セント, "two dollars and ten cents", "a dollar fifty".
  sum: ({ what }) => {
    const [whole = 0, cents = 0] = what.flatMap(({ number }) => number ?? []);
    return amountOf(whole + cents / 100, what[1]?.meanings.get('unit'));
  },
  // 1セントの半分.
  share: ({ what: [first, ...others] }) => amountOf((first?.number ?? 0) * readNumber(others), first?.currency),
  // "1 to 5 cents": the amount without a unit takes the unit of the other.
  alike: ({ all, what }) => {
    const other = all.find(({ currency }) => currency !== undefined);
    return amountOf(numberOf(what) * (other?.unit ?? 1), other?.currency, other?.unit);
  },
  often: () => ({ classes: 'how-often' }),
  per: ({ what }) => ({ classes: 'per', count: numberOf(what) }),
  chains: ({ what }) => chainsOf(what),
  coins: ({ what }) => {
    const names = what.flatMap(({ meanings }) => meanings.get('coin') ?? meanings.get('money') ?? []);
    const isCoin = what.some(({ meanings }) => meanings.has('coin'));
    return { classes: isCoin ? 'coined coins' : 'coins', currency: names.at(-1) ?? '' };
  },
};
