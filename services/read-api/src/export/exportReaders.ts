import { addressKey, addressLimit, HttpProblem, unavailable } from '@shirube/service-kit';

const retryAfterSeconds = 10;

const exportsBusy = () =>
  unavailable('exports_busy', 'Too many exports are being read right now. Try again later.', retryAfterSeconds);

const tooManyExports = (max: number) =>
  new HttpProblem(
    429,
    'too_many_exports',
    'Too many exports',
    `Your address is already reading ${max} exports: finish one first.`,
    { headers: { 'retry-after': String(retryAfterSeconds) } },
  );

// Prevents one address from taking all the slots.
const perAddress = addressLimit(undefined, 2);

/** Counts the exports in progress: each holds a connection to Postgres until it ends. */
export interface ExportReaders {
  /** Admits one more export for that address, or throws the problem to respond with. */
  enter(ip: string): void;
  leave(ip: string): void;
}

export function createExportReaders(max: number): ExportReaders {
  const reading = new Map<string, number>();
  let all = 0;
  return {
    enter(ip) {
      const key = addressKey(ip);
      const count = reading.get(key) ?? 0;
      if (!perAddress.isFree(ip) && count >= perAddress.max) throw tooManyExports(perAddress.max);
      if (all >= max) throw exportsBusy();
      reading.set(key, count + 1);
      all += 1;
    },
    leave(ip) {
      const key = addressKey(ip);
      const left = (reading.get(key) ?? 0) - 1;
      if (left > 0) reading.set(key, left);
      else reading.delete(key);
      all -= 1;
    },
  };
}
