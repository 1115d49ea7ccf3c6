import type { Latency } from './loadJob.js';

/** Median, 99th percentile and the longest; 0 when there is nothing to take them of. */
export function percentiles(values: number[]): Latency {
  const sorted = values.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
}
