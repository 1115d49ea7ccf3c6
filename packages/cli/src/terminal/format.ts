import stringWidth from 'string-width';

export { pluralize } from '@shirube/domain';

/** "20,000". */
export const count = (number: number) => number.toLocaleString('en');

/** "0.4 s", "12 s", "3 min", "5 h", "2 d": rounded to one unit. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  if (seconds < 100) return `${Math.round(seconds)} s`;
  if (seconds < 100 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}

/** "2026-01-15 09:30 UTC", or `absent` if there is no timestamp. */
export const moment = (timestamp: string | null, absent: string) =>
  timestamp === null ? absent : `${timestamp.slice(0, 16).replace('T', ' ')} UTC`;

/** Makes text from a file or the catalog safe for a terminal: on one line, without control characters. */
export function plainText(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/\p{Cc}/gu, '\u{fffd}');
}

const bold = (text: string) =>
  process.stdout.isTTY && process.stdout.hasColors() ? `\u{1b}[1m${text}\u{1b}[22m` : text;

const gap = '  ';

/** Formats rows under their headings, aligned by the width of the characters on a terminal. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(plainText));
  const widths = headings.map((heading, column) =>
    Math.max(stringWidth(heading), ...cells.map((row) => stringWidth(row[column] ?? ''))),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - stringWidth(cell)))
      .join(gap)
      .trimEnd();
  return [bold(line(headings)), ...cells.map(line)].join('\n');
}

/** Formats names and values, one pair per line. */
export function facts(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.max(...pairs.map(([name]) => stringWidth(name)));
  return pairs
    .map(([name, value]) => `${bold(name)}${' '.repeat(width - stringWidth(name))}${gap}${plainText(value)}`)
    .join('\n');
}
