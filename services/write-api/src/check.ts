import { findFirst, findService } from '@shirube/catalog';
import { routes } from '@shirube/contracts';
import { type App, conflict, createLoadShedder, type HttpProblem, unavailable } from '@shirube/service-kit';
import { type CheckListener, listenForChecks, type RequestOutcome, requestCheck } from '@shirube/trust';
import { accessProblems, duplicateLink, ifKnown } from './edit.js';
import { callerOf, type WriteRoutes } from './writeRoutes.js';

// Shorter than the timeout of the gateway. Most checks take less than a second.
const patienceMs = 30_000;
// They only wait, and hold no connection meanwhile. An account may have slow endpoints.
const bounds = { atOnce: 64, maxQueued: 0, maxShare: 16 };
const retrySeconds = 10;

type Refusal = Exclude<RequestOutcome['outcome'], 'requested' | 'checked'>;

const refusals: Record<Refusal, () => HttpProblem> = {
  ...accessProblems,
  opted_out: () =>
    conflict('host_opted_out', 'The host of this service has opted out of checks, and is not called for a week.'),
  simulated: () => conflict('service_simulated', 'This service is sample data, and is never checked.'),
  no_monitor: () => unavailable('monitor_unavailable', 'No monitor is running right now.', 60),
  paused: () => unavailable('monitor_unavailable', 'An operator has paused the monitors.', 60),
  self_outage: () =>
    unavailable('monitor_unavailable', 'The monitor is offline right now, so it cannot check anything.', 60),
};

/** POST /api/services/:id/check. */
export function serveChecks(app: App, { database, access, options }: WriteRoutes): void {
  const shedder = createLoadShedder(bounds);
  const { read, write } = access('checks');
  let listener: CheckListener | undefined;
  app.addHook('onClose', async () => listener?.close());

  app.route({
    ...options(routes.checkService),
    handler: (request, reply) => {
      const { id } = request.params;
      const { accountId, scopes } = callerOf(request);
      return shedder.pass(async () => {
        // Opened on the first request: most processes never need it.
        listener ??= listenForChecks(database);
        const owner = scopes.includes('admin') ? undefined : accountId;
        const requested = await write(() => requestCheck(database, id, owner));
        const isNew = requested.outcome === 'requested';
        if (!isNew && requested.outcome !== 'checked') throw refusals[requested.outcome]();
        const check = isNew
          ? await listener.wait(id, requested.since, patienceMs, request.server.closing)
          : requested.check;
        const service = await read(() => findService(database, id));
        if (!check || !service) {
          throw unavailable(
            'check_pending',
            'The check is still running: its result will be in the history.',
            retrySeconds,
          );
        }
        if (!isNew) reply.header('retry-after', requested.seconds);
        const link = duplicateLink(await ifKnown(read(() => findFirst(database, id, 'leads_to'))));
        reply.headers(link);
        return { id: service.id, status: service.status, isNew, check };
      }, accountId);
    },
  });
}
