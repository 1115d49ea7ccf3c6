/** Spreads a number of checks per minute evenly. Unused budget accumulates for one second at most. */
export function createBudget(perMinute: number, now: () => number = () => performance.now()) {
  const most = Math.max(1, perMinute / 60);
  let left = most;
  let at = now();
  return {
    available(): number {
      left = Math.min(most, left + ((now() - at) / 60_000) * perMinute);
      at = now();
      return Math.floor(left);
    },
    spend(checks: number): void {
      left -= checks;
    },
  };
}
