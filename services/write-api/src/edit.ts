import {
  type EditOutcome,
  type EditRefusal,
  editService,
  findFirst,
  type IndexedListener,
  isDatabaseUnavailable,
  removeService,
} from '@shirube/catalog';
import { patchRegistration, routes, type Service } from '@shirube/contracts';
import {
  type App,
  entityTag,
  forbidden,
  gone,
  type HttpProblem,
  namesTag,
  notFound,
  preconditionFailed,
  validationFailed,
} from '@shirube/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireDomain } from './authenticate.js';
import { waitAsPreferred } from './preferWait.js';
import { callerOf, type WriteRoutes } from './writeRoutes.js';

export interface EditOptions extends WriteRoutes {
  /** Wakes the indexer for what is stored. It never fails the write: the log has the entries anyway. */
  enqueue: (ids: readonly string[]) => void;
  indexed: IndexedListener;
  onEdited?: (() => void) | undefined;
}

/** Why a caller may not act on a service. */
export const accessProblems = {
  not_found: () => notFound('service_not_found', 'There is no service with this id.'),
  removed: () => gone('service_removed', 'This service was removed from the catalog.'),
  not_owner: () => forbidden('This service belongs to another account: use a key of that account.'),
};

const refusals: Record<EditRefusal, () => HttpProblem> = {
  ...accessProblems,
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
  { database, access, options, enqueue, indexed, onEdited = () => {} }: EditOptions,
): void {
  const { read, write } = access('edits');
  const limits = app.rateLimits.edits((request) => callerOf(request).accountId);
  // The result of the patch is validated, because it depends on the service.
  const { body: _patch, ...schema } = routes.editService.schema;

  app.route({
    ...options({ ...routes.editService, schema }, limits),
    handler: async (request, reply) => {
      const { id } = request.params;
      const { body } = request;
      const { service } = doneOrRefused(
        await write(() =>
          editService(database, id, editingOf(request), (now) => {
            const patched = patchRegistration(now, body);
            if ('faults' in patched) throw validationFailed(patched);
            if (patched.registration.endpoint !== now.endpoint)
              requireDomain(callerOf(request), patched.registration.endpoint);
            return patched.registration;
          }),
        ),
      );
      onEdited();
      enqueue([service.id]);
      await waitAsPreferred(request, reply, indexed, service.id);
      const link = duplicateLink(await ifKnown(read(() => findFirst(database, id, 'endpoint_key'))));
      return sendService(reply.headers(link), service);
    },
  });

  app.route({
    ...options(routes.removeService, limits),
    handler: async (request, reply) => {
      const { id } = request.params;
      const { service } = doneOrRefused(await write(() => removeService(database, id, editingOf(request))));
      onEdited();
      enqueue([service.id]);
      await waitAsPreferred(request, reply, indexed, service.id);
    },
  });
}
