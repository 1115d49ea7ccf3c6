import { taskIn } from '../../intent/intentFeatures.js';
import type { CandidateClause, Combination } from './candidatePlan.js';
import { quoted } from './filterExpression.js';

const allOf = (expressions: readonly string[]): string => expressions.join(' AND ');
const anyOf = (expressions: readonly string[]): string =>
  expressions.map((expression) => `(${expression})`).join(' OR ');

const valueIn = (attribute: string, values: readonly string[]): string[] =>
  values.length > 0 ? [`${attribute} IN [${values.map(quoted).join(',')}]`] : [];

/**
 * Matches services that hold one of the words or tasks. Documents of an earlier form have their tasks among the words.
 */
function oneOf(terms: readonly string[], hasTasks: boolean): string {
  const tasks = hasTasks ? terms.flatMap((term) => taskIn(term) ?? []) : [];
  const words = hasTasks ? terms.filter((term) => taskIn(term) === undefined) : terms;
  const [first = '', second] = [...valueIn('keyTerms', words), ...valueIn('tasks', tasks)];
  return second === undefined ? first : `(${first} OR ${second})`;
}

/** Returns the clauses as a Meilisearch filter, or undefined if they match everything. */
export function candidateExpression(clauses: readonly CandidateClause[], hasTasks: boolean): string | undefined {
  const combinationExpression = (combination: Combination): string =>
    allOf(combination.map((terms) => oneOf(terms, hasTasks)));
  const expressions = clauses.map(({ cells, combinations }) => {
    const place = cells ? [`cell IN [${cells.join(',')}]`] : [];
    // Every service matches a combination without terms.
    const words = combinations.some(({ length }) => length === 0)
      ? []
      : [`(${anyOf(combinations.map(combinationExpression))})`];
    return allOf([...place, ...words]);
  });
  return expressions.includes('') ? undefined : anyOf(expressions);
}
