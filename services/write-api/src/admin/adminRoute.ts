import { type Database, type TransactionWork, withAudit } from '@shirube/catalog';
import type { RouteContract, routes } from '@shirube/contracts';
import type { App, HttpProblem } from '@shirube/service-kit';
import { callerOf, type WriteRoutes } from '../writeRoutes.js';

/** The type that a schema of the contract describes. */
type Described<Schema> = Schema extends { static: infer Value } ? Value : unknown;

/** Creates the access of admin routes to the catalog, and helpers for the common kinds of route. */
export function createAdminRoutes(app: App, { database, access, options }: WriteRoutes) {
  const { read, write, once } = access('operators');

  /** Serves a read that depends only on the query parameters. */
  function serveReading<Route extends RouteContract>(
    route: Route,
    work: (database: Database, query: Described<Route['schema']['querystring']>) => Promise<unknown>,
  ): void {
    app.route({
      ...options(route),
      handler: ({ query }) => read(() => work(database, query as Described<Route['schema']['querystring']>)),
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
      ...options(route),
      handler: async (request) => {
        const subject = request.params.id.toLowerCase();
        const { actor } = callerOf(request);
        const note = (done: boolean) => (done ? { action, subject } : undefined);
        // A repetition would find nothing to remove.
        const done = await once(() => withAudit(database, actor, (client) => remove(client, subject), note));
        if (!done) throw missing();
      },
    });
  }

  return { read, write, once, serveReading, serveRemoval };
}
