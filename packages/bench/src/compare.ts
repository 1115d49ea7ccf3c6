import type { Bench, BenchCase, CaseResult } from './benchCase.js';

/** Code is compiled in several steps, the last of which come after thousands of requests. */
const warmUps = 10;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/**
 * Measures a case and its baseline in turn, some times for warming up and then in every round, with the order changed
 * from round to round, so that what else happens on the machine meets both alike.
 */
export async function compare<Context extends Pick<Bench, 'say'>>(
  bench: Context,
  benchCase: BenchCase<Context>,
  rounds: number,
): Promise<CaseResult> {
  const { name, title, baseline, atLeast, prepare } = benchCase;
  const prepared = await prepare(bench);
  try {
    const ours: number[] = [];
    const theirs: number[] = [];
    const all = prepared.rounds ?? rounds;
    for (let i = 0; i < warmUps && prepared.rounds === undefined; i += 1) {
      await prepared.ours();
      await prepared.baseline();
    }
    for (let round = 0; round < all; round += 1) {
      bench.say(`${name}: round ${round + 1} of ${all}`);
      if (round % 2 === 0) ours.push(await prepared.ours());
      theirs.push(await prepared.baseline());
      if (round % 2 === 1) ours.push(await prepared.ours());
    }
    const ratios = ours.map((figure, round) => figure / (theirs[round] ?? figure));
    const ratio = median(ratios);
    const conditions = prepared.also?.() ?? [];
    return {
      name,
      title,
      baseline,
      ratio,
      atLeast,
      spread: [Math.min(...ratios), Math.max(...ratios)],
      ours: median(ours),
      theirs: median(theirs),
      conditions,
      holds: ratio >= atLeast && conditions.every(({ holds }) => holds),
    };
  } finally {
    await prepared.close?.();
  }
}
