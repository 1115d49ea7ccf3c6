const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Formats how long ago a moment was, in the largest unit that fits: one short line in any language. */
function timeAgo(moment: string, format: Intl.RelativeTimeFormat): string {
  const seconds = Math.max(0, (Date.now() - Date.parse(moment)) / 1000);
  const [unit, size] = units.find(([, size]) => seconds >= size) ?? ['minute', 60];
  return format.format(-Math.floor(seconds / size), unit);
}

/** Returns how a language writes numbers, dates and alternatives. */
export function numbersAndDates(locale: string, month: 'short' | 'numeric') {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const day = new Intl.DateTimeFormat(locale, { month, day: 'numeric', timeZone: 'UTC' });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const choice = new Intl.ListFormat(locale, { type: 'disjunction' });
  return {
    number: (value: number) => number.format(value),
    date: (value: string) => date.format(new Date(value)),
    /** A day of UTC, without the year. */
    day: (value: string) => day.format(new Date(value)),
    time: (value: Date) => time.format(value),
    moment: (value: string) => moment.format(new Date(value)),
    ago: (value: string) => timeAgo(value, relative),
    anyOf: (values: readonly string[]) => choice.format(values),
  };
}
