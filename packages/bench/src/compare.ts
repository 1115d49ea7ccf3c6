import type { Bench, BenchCase, CaseResult, Condition, PreparedCase } from './benchCase.js';

/** Code is compiled in several tiers, and the last ones only start after thousands of requests. */
const warmUps = 10;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/**
 * Measures a case and its baseline alternately: a few times as a warm-up, and then in every round. The order changes
 * from round to round, so that other work on the machine affects both equally. Failures are part of the result: a
 * disturbed round does not count, but the rounds before and after it do.
 */
export async function compare<Context extends Pick<Bench, 'say'>>(
  bench: Context,
  { name, title, baseline, atLeast, prepare }: BenchCase<Context>,
  usualRounds: number,
): Promise<CaseResult> {
  const disturbed: string[] = [];
  const attempt = async <T>(what: string, work: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      const message = `${what}: ${error instanceof Error ? error.message : error}`;
      bench.say(`${name}: disturbed, ${message}`);
      disturbed.push(message);
      return undefined;
    }
  };

  const figures: Figures[] = [];
  let conditions: Condition[] = [];
  const prepared = await attempt('preparing', () => prepare(bench));
  if (prepared) {
    const { rounds = usualRounds } = prepared;
    for (let i = 0; i < warmUps && prepared.rounds === undefined; i += 1) {
      await attempt('warming up', () => measure(prepared, i));
    }
    for (let round = 0; round < rounds; round += 1) {
      bench.say(`${name}: round ${round + 1} of ${rounds}`);
      const measured = await attempt(`round ${round + 1}`, () => measure(prepared, round));
      if (measured) figures.push(measured);
    }
    conditions = (await attempt('conditions', () => prepared.also?.())) ?? [];
    await attempt('closing', () => prepared.close?.());
  }
  const ratios = figures.map(({ ours, theirs }) => ours / theirs);
  const ratio = median(ratios);
  return {
    name,
    title,
    baseline,
    ratio,
    atLeast,
    spread: [Math.min(ratio, ...ratios), Math.max(ratio, ...ratios)],
    ours: median(figures.map(({ ours }) => ours)),
    theirs: median(figures.map(({ theirs }) => theirs)),
    conditions,
    disturbed,
    holds: disturbed.length === 0 && ratio >= atLeast && conditions.every(({ holds }) => holds),
  };
}

interface Figures {
  ours: number;
  theirs: number;
}

async function measure({ ours, baseline }: PreparedCase, round: number): Promise<Figures> {
  if (round % 2 === 0) return { ours: await ours(), theirs: await baseline() };
  return { theirs: await baseline(), ours: await ours() };
}
