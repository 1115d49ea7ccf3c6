/** How well one ranking answers its query, or the mean of many. All between 0 and 1, over the first ten results. */
export interface Quality {
  ndcg: number;
  mrr: number;
  recall: number;
  /** Whether a relevant service is among the first three. */
  hit3: number;
}

export const measures = ['ndcg', 'mrr', 'recall', 'hit3'] as const satisfies (keyof Quality)[];

/** Returns a figure for each measure. */
export const eachMeasure = (figure: (measure: keyof Quality) => number): Quality => ({
  ndcg: figure('ndcg'),
  mrr: figure('mrr'),
  recall: figure('recall'),
  hit3: figure('hit3'),
});

const depth = 10;
const discount = (rank: number) => 1 / Math.log2(rank + 2);
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);

const gain = (grade: number) => 2 ** grade - 1;
const discounted = (grades: readonly number[]) => sum(grades.map((grade, rank) => gain(grade) * discount(rank)));

/** Judges the grades of a ranking, best first, against those of a perfect one. */
export function judge(ranking: readonly number[], perfect: readonly number[]): Quality {
  const grades = ranking.slice(0, depth);
  const first = grades.findIndex((grade) => grade > 0);
  return {
    ndcg: discounted(grades) / discounted(perfect.slice(0, depth)),
    mrr: first < 0 ? 0 : 1 / (first + 1),
    recall: grades.filter((grade) => grade > 0).length / Math.min(depth, perfect.length),
    hit3: first >= 0 && first < 3 ? 1 : 0,
  };
}

/** Returns the mean of judgements, or zeros if there are none. */
export const meanQuality = (judgements: readonly Quality[]): Quality =>
  eachMeasure((measure) => sum(judgements.map((judgement) => judgement[measure])) / Math.max(1, judgements.length));

/** Returns the value below which the given share of the numbers lies. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/**
 * Returns the share of the first ten of one ranking that is in the first ten of the other. Two empty rankings agree.
 */
export function overlap(a: readonly string[], b: readonly string[]): number {
  const [first, second] = [a.slice(0, depth), b.slice(0, depth)];
  const longest = Math.max(first.length, second.length);
  return longest === 0 ? 1 : first.filter((id) => second.includes(id)).length / longest;
}
