import { setTimeout as delay } from 'node:timers/promises';
import { createBackoff } from '@shirube/contracts';
import type { SparseReport } from '@shirube/service-kit';

/**
 * Closed while the engine or the database is down, so that only a probe with back-off reaches them until they recover.
 */
export interface OutageGate {
  /** Resolves once the gate is open; rejects when the indexer closes. */
  pass(): Promise<void>;
  /** Closes the gate. It opens again once the probe succeeds. */
  failed(error: unknown): void;
  isOpen(): boolean;
}

// A failure soon after a recovery means that the outage has not really ended.
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
      // Callers of pass() get the rejection; without callers it must not be unhandled.
      outage.catch(() => {});
    },
    isOpen: () => outage === undefined,
  };
}
