import {
  type EditOutcome,
  type EditRefusal,
  editService,
  findFirst,
  type IndexedListener,
  isDatabaseUnavailable,
  removeService,
} from '@shirube/catalog';
import {
  editService as editRoute,
  patchRegistration,
  removeService as removeRoute,
  type Service,
} from '@shirube/contracts';
import {
  type App,
  entityTag,
  forbidden,
  gone,
  type HttpProblem,
  namesTag,
  notFound,
  preconditionFailed,
} from '@shirube/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CallerOptions, callerOf, secured, validOr400 } from './callers.js';
import { waitAsPreferred } from './preferWait.js';
import { createWrites } from './writes.js';

export interface EditOptions extends CallerOptions {
  /** Wakes the indexer for what is stored. It never fails the write: the log has the entries anyway. */
  enqueue: (ids: readonly string[]) => void;
  indexed: IndexedListener;
  onEdited?: (() => void) | undefined;
}

// Each holds a connection for a moment.
const bounds = { atOnce: 8, maxQueued: 128 };

/** Why a caller may not act on a service. */
export const notTheirs = {
  not_found: () => notFound('service_not_found', 'There is no service with this id.'),
  removed: () => gone('service_removed', 'This service was removed from the catalog.'),
  not_owner: () => forbidden('This service belongs to another account: use a key of that account.'),
};

const refusals: Record<EditRefusal, () => HttpProblem> = {
  ...notTheirs,
  not_expected: () =>
    preconditionFailed(
      'The service has changed since you read the ETag in If-Match: read it again, and see whether your change still applies.',
    ),
};

/** Sends a service, with the tag of its detail, which has the same bytes. */
export function sendService(reply: FastifyReply, service: Service): FastifyReply {
  const body = JSON.stringify(service);
  return reply.header('etag', entityTag(body)).type('application/json; charset=utf-8').send(body);
}

/** Returns the result; undefined if the database is unavailable. The service is already stored, with or without it. */
export const ifKnown = <Found>(finding: Promise<Found>): Promise<Found | undefined> =>
  finding.catch((error) => {
    if (!isDatabaseUnavailable(error)) throw error;
    return undefined;
  });

/** The Link header of a service whose endpoint another account registered first. */
export const duplicateLink = (id: string | null | undefined): { link?: string } =>
  id ? { link: `</api/services/${id}>; rel="duplicate"` } : {};

function editingOf(request: FastifyRequest) {
  const { accountId, actor, scopes } = callerOf(request);
  const expected = request.headers['if-match'];
  return {
    ...(scopes.includes('admin') ? { operator: { actor, accountId } } : { accountId }),
    isExpected:
      expected === undefined ? undefined : (service: Service) => namesTag(expected, entityTag(JSON.stringify(service))),
  };
}

function doneOrRefused(result: EditOutcome) {
  if (result.outcome !== 'done') throw refusals[result.outcome]();
  return result;
}

/** PATCH and DELETE /api/services/:id. */
export function serveEdits(
  app: App,
  { database, reach, requireCaller, enqueue, indexed, onEdited = () => {} }: EditOptions,
): void {
  const writes = createWrites(reach, bounds);
  const onRequest = [...requireCaller, ...app.rateLimits.edits((request) => callerOf(request).accountId)];

  app.route({
    ...secured(editRoute, onRequest),
    handler: async (request, reply) => {
      const { id } = request.params;
      const { body } = request;
      const { service } = doneOrRefused(
        await writes.pass(() =>
          editService(database, id, editingOf(request), (now) => validOr400(patchRegistration(now, body)).registration),
        ),
      );
      onEdited();
      enqueue([service.id]);
      await waitAsPreferred(request, reply, indexed, service.id);
      const link = duplicateLink(await ifKnown(reach(() => findFirst(database, id, 'endpoint_key'))));
      return sendService(reply.header('cache-control', 'no-store').headers(link), service);
    },
  });

  app.route({
    ...secured(removeRoute, onRequest),
    handler: async (request, reply) => {
      const { id } = request.params;
      const { service } = doneOrRefused(await writes.pass(() => removeService(database, id, editingOf(request))));
      onEdited();
      enqueue([service.id]);
      await waitAsPreferred(request, reply, indexed, service.id);
      return reply.code(204).send();
    },
  });
}
