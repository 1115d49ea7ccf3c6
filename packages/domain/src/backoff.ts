/** The delay before the next attempt. It doubles each time up to a limit, and starts over after a success. */
export interface Backoff {
  next(): number;
  reset(): void;
}

export function createBackoff({ first = 250, longest = 5_000 } = {}): Backoff {
  let wait = first;
  return {
    next() {
      const now = wait;
      wait = Math.min(longest, wait * 2);
      return now;
    },
    reset() {
      wait = first;
    },
  };
}
