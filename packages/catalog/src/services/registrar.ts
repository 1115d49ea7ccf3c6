import type { Registration, Service } from '@shirube/contracts';
import { coalesce } from '../coalesce.js';
import type { Database } from '../database.js';
import { newService } from './newService.js';
import { type Idempotency, type RegisterOutcome, registerService } from './registerService.js';
import { storeServices } from './storeServices.js';

/** Stores a service, and with it its row in the pending ledger: durable once this resolves. */
export type Register = (registration: Registration, idempotency?: Idempotency) => Promise<RegisterOutcome>;

/** Stores services that come together in one statement and one commit; those under an idempotency key by themselves. */
export function createRegistrar(database: Database): Register {
  const store = coalesce(async (services: readonly Service[]) => {
    await storeServices(database, services);
    return services;
  });
  return async (registration, idempotency) =>
    idempotency
      ? registerService(database, registration, idempotency)
      : { outcome: 'created', service: await store(newService(registration)) };
}
