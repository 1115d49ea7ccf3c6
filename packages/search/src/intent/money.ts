import type { IntentConstraints, IntentSearchResult, Service } from '@shirube/contracts';
import { currenciesOf, currencyFamily, type ExchangeRates, exchangeRate } from '@shirube/domain';
import type { QueryLanguage } from '@shirube/language';
import type { PriceBound, SearchFilter, SearchReader } from '../searchEngine.js';

/** What amounts of money are converted by. */
export interface Money {
  rates(): ExchangeRates;
  /** The currencies, in upper case, in which services are priced. */
  currencies(): Promise<readonly string[]>;
}

/** A service in a new currency is found this much later, if amounts are converted. */
const currenciesMs = 1_000;

/** Creates the conversion for the prices of a search engine. Its currencies are counted at most once a second. */
export function createMoney(reader: Pick<SearchReader, 'facets'>, rates: () => ExchangeRates): Money {
  let readAt = Number.NEGATIVE_INFINITY;
  let known: Promise<string[]> = Promise.resolve([]);
  return {
    rates,
    currencies: () => {
      if (performance.now() - readAt < currenciesMs) return known;
      readAt = performance.now();
      known = reader
        .facets({ filter: {} })
        .then(({ counts }) => Array.from(counts.currencies.keys(), (currency) => currency.toUpperCase()));
      known.catch(() => {
        readAt = Number.NEGATIVE_INFINITY;
      });
      return known;
    },
  };
}

const plain = new Intl.NumberFormat('en', { maximumSignificantDigits: 6, useGrouping: false });

/** Returns an amount in another currency, as a plain decimal; undefined without a rate. */
export function converted(rates: ExchangeRates, amount: string, from: string, to: string): string | undefined {
  const rate = exchangeRate(rates, from, to);
  return rate === undefined ? undefined : plain.format(Number(amount) * rate);
}

/**
 * Adds to a filter the price bounds of a query in every other currency that services have, if the query states an amount
 * of a national currency. Who names a coin wants that coin.
 */
export async function acceptOtherCurrencies(
  filter: SearchFilter,
  { currency, minPricePerRequest, maxPricePerRequest }: IntentConstraints,
  money: Money,
): Promise<SearchFilter> {
  if (!currency || currencyFamily(currency) !== currency || !(minPricePerRequest ?? maxPricePerRequest)) return filter;
  const rates = money.rates();
  const families = new Set((await money.currencies()).map(currencyFamily));
  families.delete(currency);
  const inOthers = [...families].flatMap((family) => {
    if (exchangeRate(rates, currency, family) === undefined) return [];
    const bound = (stated: PriceBound | undefined) =>
      stated && { ...stated, amount: converted(rates, stated.amount, currency, family) ?? '' };
    const [minPrice, maxPrice] = [bound(filter.minPrice), bound(filter.maxPrice)];
    return { currencies: currenciesOf(family), ...(minPrice && { minPrice }), ...(maxPrice && { maxPrice }) };
  });
  return inOthers.length > 0 ? { ...filter, orPrices: inOthers } : filter;
}

/** Splits a filter without currencies: first come the services with prices that can be compared. */
export async function byComparability(filter: SearchFilter, money: Money): Promise<SearchFilter[]> {
  const { currencies, notCurrencies = [] } = filter;
  const rates = money.rates();
  const known = (await money.currencies()).filter((code) => exchangeRate(rates, code, rates.base) !== undefined);
  const others = { ...filter, notCurrencies: [...notCurrencies, ...known] };
  return currencies ? [filter] : [{ ...filter, currencies: known }, others];
}

type PricedResult = Pick<IntentSearchResult['services'][number], 'displayPrice' | 'estimate'>;

/** Returns a price in the currency to show, and what so many requests a month cost. */
export function pricedIn(
  { pricePerRequest, currency }: Service['pricing'],
  rates: ExchangeRates,
  shown: string | undefined,
  requestsPerMonth: number | undefined,
): PricedResult {
  const inShown = (amount: string) => {
    const isOther = shown !== undefined && currencyFamily(shown) !== currencyFamily(currency);
    const value = isOther ? converted(rates, amount, currency, shown) : undefined;
    return value === undefined || shown === undefined ? undefined : { amount: value, currency: shown };
  };
  const displayPrice = inShown(pricePerRequest);
  if (requestsPerMonth === undefined) return displayPrice ? { displayPrice } : {};
  const perMonth = plain.format(Number(pricePerRequest) * requestsPerMonth);
  const about = inShown(perMonth);
  return { ...(displayPrice && { displayPrice }), estimate: { perMonth, currency, ...(about && { about }) } };
}

/** Returns the rates by which the prices of an answer were converted; undefined if none was. */
export function usedRates(
  results: readonly PricedResult[],
  prices: readonly Service['pricing'][],
  rates: ExchangeRates,
): IntentSearchResult['rates'] {
  const involved = results.flatMap(({ displayPrice }, i) =>
    displayPrice ? [displayPrice.currency, prices[i]?.currency ?? ''] : [],
  );
  const families = new Set(involved.map(currencyFamily));
  families.delete(rates.base);
  if (families.size === 0) return undefined;
  const used = Object.fromEntries([...families].map((family) => [family, rates.rates[family] ?? 1]));
  return { base: rates.base, date: rates.date, used };
}

/** Says by which rates prices were converted: " Converted at 1 USD = 157.251 JPY (30 Oct 2026)." */
export function ratesReason(language: QueryLanguage, { base, date, used }: NonNullable<IntentSearchResult['rates']>) {
  const each = Object.entries(used).map(([currency, rate]) => `1 ${base} = ${plain.format(rate)} ${currency}`);
  const day = new Intl.DateTimeFormat(language === 'ja' ? 'ja' : 'en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
  const when = day.format(new Date(date));
  return language === 'ja'
    ? `${each.join('、')}（${when}）で換算しています。`
    : ` Prices are converted at ${each.join(', ')} (${when}).`;
}
