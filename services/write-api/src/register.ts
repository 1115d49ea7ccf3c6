import type { IncomingMessage } from 'node:http';
import { createRegistrar } from '@shirube/catalog';
import { normalizeRegistration, routes } from '@shirube/contracts';
import { type App, conflict, gone, validationFailed } from '@shirube/service-kit';
import { type Caller, requireDomain } from './authenticate.js';
import { duplicateLink, type EditOptions, sendService } from './edit.js';
import { waitAsPreferred } from './preferWait.js';
import { callerOf } from './writeRoutes.js';

export interface RegisterOptions extends Omit<EditOptions, 'onEdited'> {
  /** How many services an account without a quota of its own may have; 0: any number. */
  usualQuota: number;
}

/** Returns the quota that applies to what a caller registers: none for operators. */
export const quotaOf = ({ scopes }: Caller, usualQuota: number): number | undefined =>
  scopes.includes('admin') || usualQuota === 0 ? undefined : usualQuota;

/** Reads the idempotency key. A repeated header is a fault, since it is ambiguous. */
function readIdempotencyKey({ headersDistinct }: IncomingMessage): string | undefined {
  const keys = headersDistinct['idempotency-key'];
  if (keys === undefined) return undefined;
  const [key = '', ...others] = keys;
  if (others.length > 0 || key.length < 1 || key.length > 255) {
    const message = 'must be given once and have 1 to 255 characters';
    throw validationFailed({ faults: [{ path: 'Idempotency-Key', message }] });
  }
  return key;
}

/** POST /api/services. */
export function serveRegistration(
  app: App,
  { database, access, options, enqueue, indexed, usualQuota }: RegisterOptions,
): void {
  const register = createRegistrar(database, access('registrations').write);
  app.route({
    ...options(routes.registerService),
    handler: async (request, reply) => {
      const key = readIdempotencyKey(request.raw);
      const caller = callerOf(request);
      requireDomain(caller, request.body.endpoint);
      const { accountId, digest: owner } = caller;
      const idempotency = key === undefined ? undefined : { owner, key };
      const result = await register(normalizeRegistration(request.body), {
        accountId,
        idempotency,
        usualQuota: quotaOf(caller, usualQuota),
      });
      if (result.outcome === 'conflict') {
        throw conflict('idempotency_conflict', 'This Idempotency-Key was used with another body: use a new key.');
      }
      if (result.outcome === 'removed') {
        throw gone(
          'registration_removed',
          'The service that this Idempotency-Key registered has been removed: use a new key to register it again.',
          result.id,
        );
      }
      if (result.outcome === 'too_many') {
        throw conflict(
          'too_many_services',
          'This account has as many services as it may have: remove one, or ask the operator for a higher quota.',
        );
      }
      const { service, duplicated, earlier } = result;
      if (result.outcome === 'created') enqueue([service.id]);

      await waitAsPreferred(request, reply, indexed, service.id);
      reply
        .header('location', `/api/services/${service.id}`)
        .headers({ ...duplicateLink(duplicated), ...(earlier && { 'shirube-duplicate-of': earlier }) });
      return sendService(reply, service);
    },
  });
}
