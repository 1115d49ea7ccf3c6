import { taskIn } from '../../intent/intentFeatures.js';
import type { WeighedQuery } from '../../intent/weighQuery.js';
import type { CatalogStatistics } from './catalogStatistics.js';
import { quote } from './filterExpression.js';

/**
 * How many services each kind of candidate may add in a catalog of 20,000: those that hold a word or a task that counts
 * much, those that hold another one and lie near the query, those that hold two other words, and those nearest to the
 * query. Measured: see docs/ranking.md.
 */
const budgets = { words: 400, nearWords: 150, pairs: 500, cells: 60 };
const usualCatalog = 20_000;
/** The number of cells around the query that count as near. */
export const mostCells = 64;
const mostNearWords = 24;
/** Pairs are made of the words that count most, and of so many alternatives for one thing. */
const mostPaired = 30;
const mostAlternatives = 5;
/** A word occurs more often than by chance in the cells near its query. */
const togetherness = 2;

interface PlannedTerm {
  term: string;
  gain: number;
  frequency: number;
}

/** How many candidates a plan expects at most. A larger catalog needs more, because more of its services are alike. */
export const expectedCandidates = (services: number): number =>
  Object.values(budgets).reduce((sum, budget) => sum + budget, 0) * growth(services);

const growth = (services: number): number => Math.max(1, services / usualCatalog) ** 0.25;

/** Returns a function that accepts sizes while they fit into the budget together. */
function createBudget(budget: number): (size: number) => boolean {
  let left = budget;
  return (size) => {
    if (size > left) return false;
    left -= size;
    return true;
  };
}

/**
 * Returns the candidates of a query as a Meilisearch filter, which is a union of simple conditions, or undefined if
 * there are none. `factor` multiplies all budgets.
 */
export function planCandidates(
  { groups }: WeighedQuery,
  cells: readonly number[],
  { services, cellSize, forPlan }: CatalogStatistics,
  factor: number,
): string | undefined {
  const budgetOf = (kind: keyof typeof budgets) => createBudget(budgets[kind] * growth(services) * factor);
  const byGain = (a: PlannedTerm, b: PlannedTerm) => b.gain - a.gain;
  const planned = groups.map(({ terms }) =>
    terms.map(({ term, gain }) => ({ term, gain, frequency: forPlan.frequency(term) })).sort(byGain),
  );
  const names = new Set<string>();
  const all = planned
    .flat()
    .sort(byGain)
    .filter(({ term }) => !names.has(term) && names.add(term));

  const fitsAlone = budgetOf('words');
  const alone = all.filter(({ frequency }) => fitsAlone(frequency));
  const others = all.filter((one) => !alone.includes(one)).slice(0, mostNearWords);
  const nearShare = (togetherness * cells.reduce((sum, cell) => sum + cellSize(cell), 0)) / services;
  const fitsNear = budgetOf('nearWords');
  const near = others.filter(({ frequency }) => fitsNear(frequency * nearShare));

  const pairs = pairsOf(planned, new Set(alone.map(({ term }) => term)));
  const fitsPaired = budgetOf('pairs');
  const paired = new Map<PlannedTerm, PlannedTerm[]>();
  for (const { first, second } of pairs) {
    if (!fitsPaired((first.frequency * second.frequency) / services)) continue;
    paired.set(first, [...(paired.get(first) ?? []), second]);
  }

  const fitsCells = budgetOf('cells');
  const nearest = cells.filter((cell) => fitsCells(cellSize(cell)));

  const conditions = [
    holdsOne(alone),
    allOf([holdsOne(near), inOneOf(cells)]),
    ...Array.from(paired, ([first, others]) => allOf([holdsOne([first]), holdsOne(others)])),
    inOneOf(nearest),
  ].filter((condition) => condition !== '');
  return conditions.length > 0 ? conditions.join(' OR ') : undefined;
}

/** Returns pairs of words that stand for different things of the query, the pairs that count most first. */
function pairsOf(groups: readonly PlannedTerm[][], excluded: ReadonlySet<string>) {
  const words = groups
    .flatMap((terms, group) => terms.slice(0, mostAlternatives).map((one) => ({ ...one, group })))
    .filter(({ term }) => !excluded.has(term) && taskIn(term) === undefined)
    .sort((a, b) => b.gain - a.gain)
    .slice(0, mostPaired);
  return words
    .flatMap((first, i) => words.slice(i + 1).map((second) => ({ first, second })))
    .filter(({ first, second }) => first.group !== second.group && first.term !== second.term)
    .sort((a, b) => b.first.gain + b.second.gain - (a.first.gain + a.second.gain));
}

const valueIn = (attribute: string, values: readonly (string | number)[]): string[] =>
  values.length > 0 ? [`${attribute} IN [${values.join(',')}]`] : [];

/** Matches services that hold one of the words or tasks. */
function holdsOne(terms: readonly PlannedTerm[]): string {
  const words = terms.filter(({ term }) => taskIn(term) === undefined).map(({ term }) => quote(term));
  const tasks = terms.flatMap(({ term }) => taskIn(term) ?? []).map(quote);
  return [...valueIn('keyTerms', words), ...valueIn('tasks', tasks)].join(' OR ');
}

const inOneOf = (cells: readonly number[]): string => valueIn('cell', cells).join('');

/** Matches what meets all conditions, or nothing if one of them matches nothing. */
const allOf = (conditions: readonly string[]): string =>
  conditions.includes('') ? '' : `(${conditions.map((condition) => `(${condition})`).join(' AND ')})`;
