import { networks } from '@shirube/contracts';
import { readNumber } from './numbers.js';
import { numberClass, type Token } from './tokens.js';

/** The tokens that a pattern matches: all of them, and those in its brackets. */
export interface Match {
  all: readonly Token[];
  what: readonly Token[];
}

/** What replaces the tokens in the brackets. */
export type Folded = Pick<Token, 'number' | 'currency' | 'unit' | 'count' | 'chains'> & { classes: string };

// From this amount on, about five dollars, a price is not per request unless the query says so.
const large: Record<string, number> = { JPY: 500, KRW: 5_000, INR: 300, CNY: 30 };

/** Networks for testing. */
export const testNetworks: readonly string[] = networks
  .map(({ name }) => name)
  .filter((name) => /sepolia|testnet|devnet|fuji|amoy/.test(name));

/** The sets of classes that folds produce. */
export const foldedClasses: readonly string[] = [
  ...['per', 'zero', 'coins', 'coined coins'],
  ...['tiny', 'middle', 'large', 'huge'].flatMap((size) =>
    ['', ' below-one'].flatMap((part) => ['', ' in-cents', ' whole'].map((unit) => `amount ${size}${part}${unit}`)),
  ),
  ...['plain', 'ordinary', 'test', 'id'].flatMap((kind) => [`chains ${kind}`, `chains ${kind} several`]),
];

const numberOf = (tokens: readonly Token[]): number => tokens.find(({ number }) => number !== undefined)?.number ?? 1;

function amountOf(number: number, { currency = '', unit = 1 }: Pick<Token, 'currency' | 'unit'>): Folded {
  const much = large[currency] ?? 5;
  const most = (currency === 'JPY' ? 2 : 4) * much;
  const size = number < much / 50 ? 'tiny' : number < much ? 'middle' : number < most ? 'large' : 'huge';
  const units = unit === 1 ? ' whole' : unit === 0.01 ? ' in-cents' : '';
  const classes = number === 0 ? 'zero' : `amount ${size}${number < 1 ? ' below-one' : ''}${units}`;
  return { classes, number, currency, unit };
}

/** Returns the test network of a network, if it has one: base-sepolia for Base. */
function testNetworkOf(chain: string, kind: string): string {
  const found = [`${chain}-${kind}`, `${chain}-`].flatMap((start) =>
    testNetworks.filter((name) => name.startsWith(start)),
  );
  return found[0] ?? (chain === 'ethereum' ? 'sepolia' : chain);
}

function chainsOf(tokens: readonly Token[]): Folded {
  const chains: string[] = [];
  for (const { meanings, chains: own } of tokens) {
    const chain = own?.[0] ?? meanings.get('chain') ?? meanings.get('ticker');
    const test = meanings.get('testword');
    if (chain !== undefined) chains.push(chain);
    else if (test !== undefined) chains.push(testNetworkOf(chains.pop() ?? '', test));
  }
  const each = [...new Set(chains)];
  const isTest = each.every((chain) => testNetworks.includes(chain));
  const kind = ['id', 'ordinary'].find((name) => tokens[0]?.meanings.has(name)) ?? (isTest ? 'test' : 'plain');
  return { classes: `chains ${kind}${each.length > 1 ? ' several' : ''}`, chains: each };
}

/** Combine several tokens into one, by kind of token. */
export const folds: Record<string, (match: Match) => Folded> = {
  number: ({ what }) => ({ classes: numberClass(readNumber(what)), number: readNumber(what) }),
  amount: ({ what }) => {
    const named = what.flatMap(({ meanings }) => meanings.get('unit') ?? meanings.get('letter-unit') ?? []);
    const [currency = '', worth = '1'] = named.at(-1)?.split(' ') ?? [];
    return amountOf(numberOf(what) * Number(worth), { currency, unit: Number(worth) });
  },
  // 1ドル50セント, "two dollars and ten cents", "a dollar fifty".
  sum: ({ what: [first, ...others] }) => {
    const more = others.map(({ number = 0, currency }) => (currency === undefined ? number / 100 : number));
    return amountOf(
      more.reduce((sum, next) => sum + next, first?.number ?? 0),
      first ?? {},
    );
  },
  // 1セントの半分.
  share: ({ what: [first, ...others] }) => amountOf((first?.number ?? 0) * readNumber(others), first ?? {}),
  // "1 to 5 cents": the amount without a unit takes the unit of the other.
  alike: ({ all, what }) => {
    const other = all.find(({ currency }) => currency !== undefined);
    return amountOf(numberOf(what) * (other?.unit ?? 1), other ?? {});
  },
  per: ({ what }) => ({ classes: 'per', count: numberOf(what) }),
  chains: ({ what }) => chainsOf(what),
  coins: ({ what }) => {
    const named = what.flatMap(({ meanings }) => meanings.get('coin') ?? meanings.get('money') ?? []);
    const isCoin = what.some(({ meanings }) => meanings.has('coin'));
    return { classes: isCoin ? 'coined coins' : 'coins', currency: named.at(-1) ?? '' };
  },
};
