/**
 * Returns the first position in `from`–`to` (exclusive) whose value holds, or `to` if there is none. All values after
 * the first that holds must hold too.
 */
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
