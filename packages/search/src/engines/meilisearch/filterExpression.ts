import type { SearchFilter } from '../../searchEngine.js';

/** A value as Meilisearch's filter language reads it back unchanged, whatever characters it holds. */
export function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

/** The filter as Meilisearch takes it: expressions that must all hold. */
export function filterExpressions(filter: SearchFilter): string[] {
  const expressions: string[] = [];
  if (filter.category !== undefined) expressions.push(`category = ${quoted(filter.category.toLowerCase())}`);
  if (filter.chain !== undefined) expressions.push(`chains = ${quoted(filter.chain.toLowerCase())}`);
  if (filter.status !== undefined) expressions.push(`status = ${quoted(filter.status)}`);
  if (filter.currency !== undefined) expressions.push(`currency = ${quoted(filter.currency.toLowerCase())}`);
  if (filter.maxPrice !== undefined) {
    const { amount, exclusive } = filter.maxPrice;
    expressions.push(`price ${exclusive ? '<' : '<='} ${Number(amount)}`);
  }
  return expressions;
}
