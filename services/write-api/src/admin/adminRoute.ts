import { audited, type Database, type TransactionWork } from '@shirube/catalog';
import type { RouteContract, adminRoutes as routes } from '@shirube/contracts';
import { type App, createLoadShedder, type HttpProblem } from '@shirube/service-kit';
import { type CallerOptions, callerOf, secured } from '../callers.js';
import { createWrites } from '../writes.js';

// There are few operators, and their requests read much.
const bounds = { atOnce: 2, maxQueued: 32 };

/** The type that a schema of the contract describes. */
type Described<Schema> = Schema extends { static: infer Value } ? Value : unknown;

/** Creates the bounded reads and writes of admin routes, and helpers for the common kinds of route. */
export function createAdminRoutes(app: App, { database, reach, requireCaller }: CallerOptions) {
  const reads = createLoadShedder(bounds);
  const writes = createWrites(reach, bounds);
  const read = <T>(work: () => Promise<T>): Promise<T> => reach(() => reads.pass(work));

  /** Serves a read that depends only on the query parameters. */
  function serveReading<Route extends RouteContract>(
    route: Route,
    work: (database: Database, query: Described<Route['schema']['querystring']>) => Promise<unknown>,
  ): void {
    app.route({
      ...secured(route, requireCaller),
      handler: async (request, reply) => {
        const query = request.query as Described<Route['schema']['querystring']>;
        return reply.headers(fresh).send(await read(() => work(database, query)));
      },
    });
  }

  /** Serves the removal of something by id, audited as `action`. Throws `missing` if there is nothing to remove. */
  function serveRemoval(
    route: typeof routes.revokeKey,
    action: string,
    remove: (client: Parameters<TransactionWork<boolean>>[0], id: string) => Promise<boolean>,
    missing: () => HttpProblem,
  ): void {
    app.route({
      ...secured(route, requireCaller),
      handler: async (request, reply) => {
        const subject = request.params.id.toLowerCase();
        const { actor } = callerOf(request);
        const note = (done: boolean) => (done ? { action, subject } : undefined);
        // A repetition would find nothing to remove.
        const done = await writes.once(() => audited(database, actor, (client) => remove(client, subject), note));
        if (!done) throw missing();
        return reply.code(204).send();
      },
    });
  }

  return { read, write: writes.pass, once: writes.once, serveReading, serveRemoval };
}

/** Must not be cached. */
export const fresh = { 'cache-control': 'no-store' };
