import { InvalidArgumentError } from '@shirube/command-line';

const milliseconds: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const isoDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

/** When something ends that was said to end in "12h", "90d", "8w", or at an ISO 8601 date (UTC): always in the future. */
export function readExpiry(text: string): Date {
  const now = new Date();
  const expiry = readMoment(text, now);
  if (!expiry || Number.isNaN(expiry.getTime()) || expiry.getFullYear() > 9999) {
    throw new InvalidArgumentError('It must be a time from now, such as 12h, 90d or 8w, or a date such as 2027-01-31.');
  }
  if (expiry <= now) throw new InvalidArgumentError('It must be in the future.');
  return expiry;
}

function readMoment(text: string, now: Date): Date | undefined {
  const [, amount, unit = ''] = /^(\d{1,6})([hdw])$/.exec(text) ?? [];
  if (amount !== undefined) return new Date(now.getTime() + Number(amount) * (milliseconds[unit] ?? 0));
  return isoDate.test(text) ? new Date(text) : undefined;
}
