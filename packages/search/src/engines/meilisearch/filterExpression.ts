import type { SearchFilter } from '../../searchEngine.js';

/** A value as Meilisearch's filter language reads it back unchanged, whatever characters it holds. */
export function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

const listed = (values: readonly string[]): string =>
  `[${values.map((value) => quoted(value.toLowerCase())).join(', ')}]`;

/** The filter as Meilisearch takes it: expressions that must all hold. */
export function filterExpressions(filter: SearchFilter): string[] {
  const { category, chains, notChains, status, notStatus, currencies, notCurrencies } = filter;
  const { minPrice, maxPrice, free, minTrust, payTo, testnet, callType, discoverable } = filter;
  const expressions: string[] = [];
  if (category !== undefined) expressions.push(`category = ${quoted(category.toLowerCase())}`);
  if (chains !== undefined) expressions.push(`chains IN ${listed(chains)}`);
  if (notChains !== undefined) expressions.push(`chains NOT IN ${listed(notChains)}`);
  if (status !== undefined) expressions.push(`status = ${quoted(status)}`);
  if (notStatus !== undefined) expressions.push(`status != ${quoted(notStatus)}`);
  if (currencies !== undefined) expressions.push(`currency IN ${listed(currencies)}`);
  if (notCurrencies !== undefined) expressions.push(`currency NOT IN ${listed(notCurrencies)}`);
  if (minPrice !== undefined) expressions.push(`price ${minPrice.exclusive ? '>' : '>='} ${Number(minPrice.amount)}`);
  if (maxPrice !== undefined) expressions.push(`price ${maxPrice.exclusive ? '<' : '<='} ${Number(maxPrice.amount)}`);
  if (free) expressions.push('price = 0 OR freeQuota > 0');
  if (minTrust !== undefined) expressions.push(`trustScore >= ${minTrust}`);
  if (payTo !== undefined) expressions.push(`payTo = ${quoted(payTo)}`);
  if (testnet !== undefined) expressions.push(`testnet = ${testnet}`);
  if (callType !== undefined) expressions.push(`callType = ${quoted(callType)}`);
  if (discoverable) expressions.push('discoverable = true');
  return expressions;
}
