import { currencyFamily } from './currencies.js';
import builtIn from './exchangeRates.json' with { type: 'json' };
import { members } from './members.js';

/** Rates of a day: how many units of each currency one unit of the base is worth. */
export interface ExchangeRates {
  base: string;
  /** As YYYY-MM-DD. */
  date: string;
  rates: Readonly<Record<string, number>>;
}

/** The reference rates of the European Central Bank, which are used unless an operator gives others. */
export const builtInRates: ExchangeRates = builtIn;

/** Reads a table of rates: `{ base, date, rates }`, as public services write it. Throws if it is not one. */
export function readExchangeRates(value: unknown): ExchangeRates {
  const { base, date, rates } = members(value);
  const pairs = Object.entries(members(rates));
  const isRate = ([code, rate]: [string, unknown]) =>
    /^[A-Z]{3}$/.test(code) && typeof rate === 'number' && rate >= 1e-12 && rate <= 1e12;
  if (typeof base !== 'string' || !/^[A-Z]{3}$/.test(base)) throw new Error('base must be the code of a currency');
  if (typeof date !== 'string' || Number.isNaN(Date.parse(date))) throw new Error('date must be a date');
  if (pairs.length === 0 || !pairs.every(isRate))
    throw new Error('rates must have the code of each currency and its rate, from 1e-12 to 1e12');
  return { base, date: date.slice(0, 10), rates: Object.fromEntries(pairs) as Record<string, number> };
}

/** Returns how much one unit of a currency, or of a coin of its family, is worth in another; undefined if not known. */
export function exchangeRate({ base, rates }: ExchangeRates, from: string, to: string): number | undefined {
  const [source, target] = [from, to].map(currencyFamily);
  const worth = (currency = '') => (currency === base ? 1 : rates[currency]);
  const [a, b] = [worth(source), worth(target)];
  return source === target ? 1 : a === undefined || b === undefined ? undefined : b / a;
}
