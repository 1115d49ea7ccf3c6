/** The count of the seven days that end on a date. */
export interface Week {
  to: string;
  count: number;
}

/** Groups days, earliest first, into whole weeks, the last of which ends on the last day. */
export function weeksOf(days: readonly { date: string; count: number }[]): Week[] {
  return Array.from({ length: Math.floor(days.length / 7) }, (_, back) => {
    const week = days.slice(days.length - 7 * (back + 1), days.length - 7 * back);
    return { to: week.at(-1)?.date ?? '', count: week.reduce((sum, { count }) => sum + count, 0) };
  }).reverse();
}
