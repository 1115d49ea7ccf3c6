const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Formats how long ago a moment was, in the largest unit that fits: one short line in any language. */
export function timeAgo(moment: string, format: Intl.RelativeTimeFormat, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(moment)) / 1000);
  const [unit, size] = units.find(([, size]) => seconds >= size) ?? ['minute', 60];
  return format.format(-Math.floor(seconds / size), unit);
}
