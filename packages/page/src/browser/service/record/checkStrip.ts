import type { CheckHistory } from '@shirube/contracts';

type Step = CheckHistory['steps'][number];

/** One hour or day of a window, and what was seen in it, if anything was. */
export interface Cell {
  at: string;
  seen: Step | undefined;
}

const stepMs = { hour: 3_600_000, day: 86_400_000 };

/** Every hour or day of a history, the earliest first, those without a check too. */
export function cellsOf({ from, to, step, steps }: CheckHistory): Cell[] {
  const size = stepMs[step];
  const numberOf = (moment: string) => Math.floor(Date.parse(moment) / size);
  const seen = new Map(steps.map((each) => [numberOf(each.at), each]));
  const first = numberOf(from);
  // A window that ends with an hour does not touch the next.
  const last = Math.ceil(Date.parse(to) / size) - 1;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({
    at: new Date((first + index) * size).toISOString(),
    seen: seen.get(first + index),
  }));
}

/** How well a time went, for who tells colours apart. */
export function gradeOf(uptime: number | null | undefined): 'unknown' | 'good' | 'fair' | 'poor' {
  if (uptime === null || uptime === undefined) return 'unknown';
  if (uptime >= 99) return 'good';
  return uptime >= 90 ? 'fair' : 'poor';
}

/** The points of a line through what is known, as an SVG path: it breaks where nothing is, and a lone point is a dot. */
export function linePath(values: readonly (number | null | undefined)[], height: number): string {
  const most = Math.max(1, ...values.map((value) => value ?? 0));
  let isDrawing = false;
  return values
    .map((value, index) => {
      const isKnown = value !== null && value !== undefined;
      const isFirst = !isDrawing;
      isDrawing = isKnown;
      if (!isKnown) return '';
      const point = `${index + 0.5} ${(height - (value / most) * height).toFixed(2)}`;
      return isFirst ? `M${point}h0` : `L${point}`;
    })
    .join('');
}
