import type { CheckHistory } from '@shirube/contracts';

type Step = CheckHistory['steps'][number];

/** One hour or day of a window, with its check results, if any. */
export interface Cell {
  at: string;
  seen: Step | undefined;
}

export const stepMs = { hour: 3_600_000, day: 86_400_000 };

/** Returns every hour or day of a history, earliest first, including those without a check. */
export function cellsOf({ from, to, step, steps }: CheckHistory): Cell[] {
  const size = stepMs[step];
  const numberOf = (moment: string) => Math.floor(Date.parse(moment) / size);
  const seen = new Map(steps.map((each) => [numberOf(each.at), each]));
  const first = numberOf(from);
  // A window that ends on the hour does not include the next hour.
  const last = Math.ceil(Date.parse(to) / size) - 1;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({
    at: new Date((first + index) * size).toISOString(),
    seen: seen.get(first + index),
  }));
}

/** Grades an uptime, for colouring. */
export function gradeOf(uptime: number | null | undefined): 'unknown' | 'good' | 'fair' | 'poor' {
  if (uptime === null || uptime === undefined) return 'unknown';
  if (uptime >= 99) return 'good';
  return uptime >= 90 ? 'fair' : 'poor';
}
