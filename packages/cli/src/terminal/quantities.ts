/** "20,000". */
export const count = (number: number) => number.toLocaleString('en');

/** "1 service", "20,000 services". */
export const counted = (number: number, one: string, many = `${one}s`) =>
  `${count(number)} ${number === 1 ? one : many}`;

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
