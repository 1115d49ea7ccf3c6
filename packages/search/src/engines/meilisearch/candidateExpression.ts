import type { CandidateClause, Combination } from './candidatePlan.js';
import { quoted } from './filterExpression.js';

const oneOf = (terms: readonly string[]): string => `keyTerms IN [${terms.map(quoted).join(',')}]`;
const allOf = (expressions: readonly string[]): string => expressions.join(' AND ');
const anyOf = (expressions: readonly string[]): string =>
  expressions.map((expression) => `(${expression})`).join(' OR ');

const combinationExpression = (combination: Combination): string => allOf(combination.map(oneOf));

/** The clauses as Meilisearch takes them; undefined when they ask for everything. */
export function candidateExpression(clauses: readonly CandidateClause[]): string | undefined {
  const expressions = clauses.map(({ cells, combinations }) => {
    const place = cells ? [`cell IN [${cells.join(',')}]`] : [];
    // A combination without terms is held by every service.
    const words = combinations.some(({ length }) => length === 0)
      ? []
      : [`(${anyOf(combinations.map(combinationExpression))})`];
    return allOf([...place, ...words]);
  });
  return expressions.includes('') ? undefined : anyOf(expressions);
}
