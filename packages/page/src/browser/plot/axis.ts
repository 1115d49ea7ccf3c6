import { scaleBand, scaleLinear, scaleLog } from 'd3-scale';
import { timeTicks, utcTicks } from 'd3-time';
import type { Messages } from '../language/language.js';

/** A place on an axis, in percent of its length. A tick without a text is only a grid line. */
export interface Tick {
  at: number;
  text: string;
}

/** A scale in percent of the width or height of a plot, and its ticks. */
export interface Axis {
  scale: (value: number) => number;
  ticks: readonly Tick[];
}

export const across = [0, 100] as const;
export const upwards = [100, 0] as const;

const twoDays = 2 * 86_400_000;

/** An axis from 0. Counts get no ticks between whole numbers. An axis upwards ends at a tick. */
export function amountAxis(most: number, range: readonly [number, number], text: (value: number) => string): Axis {
  const end = most || 1;
  const isUpwards = range === upwards;
  // Labels side by side need more room than labels above each other.
  const few = isUpwards ? 3 : 2;
  const count = Number.isInteger(end) ? Math.min(few, end) : few;
  const scale = scaleLinear([0, end], range);
  if (isUpwards) scale.nice(count);
  return { scale, ticks: scale.ticks(count).map((value) => ({ at: scale(value), text: text(value) })) };
}

/** A logarithmic axis, labelled at powers of ten. What is free is at its start. */
export function priceAxis(amounts: readonly number[], text: (value: number) => string): Axis {
  const paid = amounts.filter((amount) => amount > 0);
  const domain = paid.length > 0 ? [Math.min(...paid), Math.max(...paid)] : [1, 10];
  const scale = scaleLog(domain, across).nice();
  const label = scale.tickFormat(1);
  return {
    scale: (amount) => (amount > 0 ? scale(amount) : 0),
    ticks: scale.ticks(3).map((value) => ({ at: scale(value), text: label(value) && text(value) })),
  };
}

/** An axis of time. Days are those of UTC, as they are counted; the hours of up to two days are the visitor's. */
export function timeAxis(from: number, to: number, { day, time }: Pick<Messages, 'day' | 'time'>): Axis {
  const isLong = to - from > twoDays;
  const scale = scaleLinear([from, to], across);
  const [ticks, text] = isLong ? [utcTicks, day] : [timeTicks, time];
  const dates = ticks(new Date(from), new Date(to), 4);
  return { scale, ticks: dates.map((date) => ({ at: scale(date), text: text(date) })) };
}

/** The places of columns that stand side by side. */
export const columns = (keys: Iterable<string>) => scaleBand(keys, across).paddingInner(0.2).paddingOuter(0.1);
