import { addressKey, addressLimit, HttpProblem, unavailable } from '@shirube/service-kit';

const retryAfterSeconds = 10;

const exportsBusy = () =>
  unavailable(
    'exports_busy',
    'As many exports as can be made at once are being read right now. Try again.',
    retryAfterSeconds,
  );

const tooManyExports = (max: number) =>
  new HttpProblem(
    429,
    'too_many_exports',
    'Too many exports',
    `Your address reads ${max} exports already: read one to its end first.`,
    { headers: { 'retry-after': String(retryAfterSeconds) } },
  );

// Two readers can never keep all the others out.
const perAddress = addressLimit(undefined, 2);

/** Who reads an export right now: each holds a connection to Postgres for as long as it takes. */
export interface ExportReaders {
  /** Lets one more in from that address, or throws what it is told. */
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
