import type { Registration, Service } from '@shirube/contracts';
import { type Database, isDatabaseUnavailable } from '../database.js';
import { storeServices } from './importServices.js';
import { newService } from './newService.js';
import { type Idempotency, type RegisterOutcome, registerService } from './registerService.js';

/** Stores a service, and with it its row in the pending ledger: durable once this resolves. */
export type Register = (registration: Registration, idempotency?: Idempotency) => Promise<RegisterOutcome>;

interface Waiting {
  service: Service;
  stored: () => void;
  failed: (error: unknown) => void;
}

/** Two, so that one batch is put together while the other waits for the disk. */
const statementsAtOnce = 2;
const mostInStatement = 100;

/**
 * Registers services that come together in one statement and one commit: a registration goes at once when it is alone,
 * and those that arrive while the database is busy go together as soon as it is not. Those under an idempotency key go
 * by themselves.
 */
export function createRegistrar(database: Database): Register {
  const waiting: Waiting[] = [];
  let underWay = 0;
  let scheduled = false;

  async function store(batch: readonly Waiting[]): Promise<void> {
    try {
      const services = batch.map(({ service }) => service);
      await storeServices(database, services);
      for (const { stored } of batch) stored();
    } catch (error) {
      if (batch.length === 1 || isDatabaseUnavailable(error)) for (const { failed } of batch) failed(error);
      // The fault of one is not that of the others.
      else await Promise.all(batch.map((one) => store([one])));
    }
  }

  function storeWaiting(): void {
    scheduled = false;
    while (waiting.length > 0 && underWay < statementsAtOnce) {
      underWay += 1;
      void store(waiting.splice(0, mostInStatement)).finally(() => {
        underWay -= 1;
        storeWaiting();
      });
    }
  }

  return async (registration, idempotency) => {
    if (idempotency) return registerService(database, registration, idempotency);
    const service = newService(registration);
    await new Promise<void>((stored, failed) => {
      waiting.push({ service, stored, failed });
      if (!scheduled) setImmediate(storeWaiting);
      scheduled = true;
    });
    return { outcome: 'created', service };
  };
}
