import type { Registration, Service } from '@shirube/contracts';
import { coalesce } from '../coalesce.js';
import type { Database } from '../database.js';
import { newService } from './newService.js';
import { type RegisterOptions, type RegisterOutcome, registerService } from './registerService.js';
import { storeServices, toBatchRecord } from './storeServices.js';

/** Stores a service, and appends to the log: durable once this resolves. */
export type Register = (registration: Registration, options?: RegisterOptions) => Promise<RegisterOutcome>;

/** Stores services that come together in one statement and one commit; those under an idempotency key by themselves. */
export function createRegistrar(database: Database): Register {
  const store = coalesce(async (items: readonly { service: Service; accountId: string | undefined }[]) => {
    await storeServices(
      database,
      items.map(({ service, accountId }) => toBatchRecord(service, accountId)),
    );
    return items.map(({ service }) => service);
  });
  return async (registration, { accountId, idempotency } = {}) =>
    idempotency
      ? registerService(database, registration, { accountId, idempotency })
      : { outcome: 'created', service: await store({ service: newService(registration), accountId }) };
}
