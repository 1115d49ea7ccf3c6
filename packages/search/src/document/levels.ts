/** The minimums by which trust and uptime are counted. */
export const trustLevels = [0, 20, 40, 60, 80, 90];
export const uptimeLevels = [0, 90, 95, 99, 99.9];

/** Returns the highest level that a value reaches. */
export const levelOf = (levels: readonly number[], figure: number): number =>
  levels.findLast((level) => level <= figure) ?? 0;

/** Returns how many services reach each level above the lowest, given the counts by their highest level. */
export function countReached(levels: readonly number[], counts: ReadonlyMap<string, number>) {
  const reach = (least: number) =>
    levels.reduce((sum, level) => (level < least ? sum : sum + (counts.get(String(level)) ?? 0)), 0);
  return levels
    .slice(1)
    .map((level) => ({ level, count: reach(level) }))
    .filter(({ count }) => count > 0);
}
