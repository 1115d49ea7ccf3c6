/** The first place from `from` on, before `to`, whose value fulfils what all behind it fulfil too; `to` if there is none. */
export function firstWhere<Value>(
  sorted: ArrayLike<Value>,
  holds: (value: Value) => boolean,
  from = 0,
  to = sorted.length,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(sorted[middle] as Value)) high = middle;
    else low = middle + 1;
  }
  return low;
}
