import type { SearchFilter } from '../../searchEngine.js';
import { offerRanges } from './offerKeys.js';

/** Quotes a value so that Meilisearch's filter language reads it back unchanged, whatever characters it contains. */
export function quote(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

const listed = (values: readonly string[]): string =>
  `[${values.map((value) => quote(value.toLowerCase())).join(', ')}]`;

/**
 * True for every service. An index without our settings refuses it. Such an index is created, without all other
 * documents, if documents are in transit while Meilisearch loses its data.
 */
export const inOurIndex = 'id EXISTS';

/** Returns the conditions on payment, which one way to pay must meet together. */
function paymentExpressions({ orPrices = [], ...filter }: SearchFilter): string[] {
  if (orPrices.length === 0) return rangeExpressions(filter);
  const ranges = [filter, ...orPrices.map((range) => ({ ...filter, ...range }))].flatMap(rangeExpressions);
  return [ranges.map((range) => `(${range})`).join(' OR ')];
}

function rangeExpressions(filter: SearchFilter): string[] {
  const { chains, currencies, minPrice, maxPrice } = filter;
  const prices: string[] = [];
  if (minPrice !== undefined) prices.push(`price ${minPrice.exclusive ? '>' : '>='} ${Number(minPrice.amount)}`);
  if (maxPrice !== undefined) prices.push(`price ${maxPrice.exclusive ? '<' : '<='} ${Number(maxPrice.amount)}`);
  const expressions = [...prices];
  if (chains !== undefined) expressions.push(`chains IN ${listed(chains)}`);
  if (currencies !== undefined) expressions.push(`currencies IN ${listed(currencies)}`);
  if (expressions.length < 2 && prices.length === 0) return expressions;
  const ranges = offerRanges(filter).map(([from, to]) => `offers ${quote(from)} TO ${quote(to)}`);
  // Services that are paid in one way have no offers.
  return [[[...expressions, 'offers NOT EXISTS'].join(' AND '), ...ranges].join(' OR ')];
}

/** Returns the filter as Meilisearch expressions that must all hold. */
export function filterExpressions(filter: SearchFilter): string[] {
  const { categories, notChains, status, notStatus, notCurrencies } = filter;
  const { free, minTrust, minUptime, language, payTo, testnet, callType, discoverable } = filter;
  const expressions = paymentExpressions(filter);
  if (filter.ids !== undefined) expressions.push(`id IN ${listed(filter.ids)}`);
  if (filter.host !== undefined) expressions.push(`host = ${quote(filter.host)} OR provider = ${quote(filter.host)}`);
  if (filter.names !== undefined) expressions.push(`names IN ${listed(filter.names)}`);
  if (filter.notNames !== undefined && filter.notNames.length > 0)
    expressions.push(`names NOT IN ${listed(filter.notNames)}`);
  if (filter.providers !== undefined) expressions.push(`provider IN ${listed(filter.providers)}`);
  if (filter.notProviders !== undefined && filter.notProviders.length > 0)
    expressions.push(`provider NOT IN ${listed(filter.notProviders)}`);
  if (categories !== undefined) expressions.push(`category IN ${listed(categories)}`);
  if (notChains !== undefined) expressions.push(`chains NOT IN ${listed(notChains)}`);
  if (status !== undefined) expressions.push(`status = ${quote(status)}`);
  if (notStatus !== undefined) expressions.push(`status != ${quote(notStatus)}`);
  if (notCurrencies !== undefined) expressions.push(`currencies NOT IN ${listed(notCurrencies)}`);
  if (filter.severalWays) expressions.push('offers EXISTS');
  if (free) expressions.push('price = 0 OR freeQuota > 0');
  if (minTrust !== undefined) expressions.push(`trustScore >= ${minTrust}`);
  if (minUptime !== undefined) expressions.push(`uptime >= ${minUptime}`);
  if (language !== undefined) expressions.push(`language = ${quote(language)}`);
  if (payTo !== undefined) expressions.push(`payTo = ${quote(payTo)}`);
  if (testnet !== undefined) expressions.push(`testnet = ${testnet}`);
  if (callType !== undefined) expressions.push(`callType = ${quote(callType)}`);
  if (discoverable) expressions.push('discoverable = true');
  return expressions;
}
