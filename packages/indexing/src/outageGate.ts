import { setTimeout as delay } from 'node:timers/promises';
import type { SparseReport } from '@shirube/service-kit';
import { createBackoff } from '@shirube/work';

/** Shut while the engine or the database is down, so that they are asked gently until they are back. */
export interface OutageGate {
  /** Resolves while the gate is open; rejects when the indexer closes. */
  pass(): Promise<void>;
  /** Shuts the gate; it opens once the probe succeeds. */
  failed(error: unknown): void;
  isOpen(): boolean;
}

// What fails again soon after it came back has not really come back.
const trustedAfter = 10_000;

export function createOutageGate(
  probe: () => Promise<void>,
  { report, signal }: { report: SparseReport; signal: AbortSignal },
): OutageGate {
  let outage: Promise<void> | undefined;
  const backoff = createBackoff();
  let openedAt = Number.NEGATIVE_INFINITY;

  async function recovery(): Promise<void> {
    if (performance.now() - openedAt > trustedAfter) backoff.reset();
    for (;;) {
      await delay(backoff.next(), undefined, { signal });
      try {
        await probe();
        break;
      } catch (error) {
        report.failed(error);
      }
    }
    outage = undefined;
    openedAt = performance.now();
    report.recovered();
  }

  return {
    async pass() {
      signal.throwIfAborted();
      await outage;
    },
    failed(error) {
      if (signal.aborted) return;
      report.failed(error);
      if (outage) return;
      outage = recovery();
      // Who waits at the gate hears of the end; without anybody there it is no error.
      outage.catch(() => {});
    },
    isOpen: () => outage === undefined,
  };
}
