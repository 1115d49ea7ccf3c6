import { type Database, isAnswerLost, isDatabaseUnavailable } from '@shirube/catalog';
import type { RouteContract, Scope } from '@shirube/contracts';
import { type App, createLoadShedder, type LoadShedderOptions, outcomeUnknown, type Reach } from '@shirube/service-kit';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Authenticate, Caller } from './authenticate.js';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** The bounds of each kind of request: none waits for those of another kind. */
const bounds = {
  // Concurrent registrations are stored in one batch, so many at once are efficient.
  registrations: { atOnce: 64, maxQueued: 256 },
  origins: { atOnce: 8, maxQueued: 512 },
  // Each holds a connection for a moment.
  edits: { atOnce: 8, maxQueued: 128 },
  checks: { atOnce: 64, maxQueued: 0 },
  account: { atOnce: 4, maxQueued: 64 },
  reports: { atOnce: 2, maxQueued: 32 },
  settlements: { atOnce: 2, maxQueued: 32 },
  // There are few operators, and their requests read much.
  operators: { atOnce: 2, maxQueued: 32 },
} satisfies Record<string, LoadShedderOptions>;

type Work = <T>(work: () => Promise<T>) => Promise<T>;

/** The access of one kind of request to the catalog: bounded, with a deadline, and retried while Postgres restarts. */
export interface Access {
  read: Work;
  /**
   * Runs an idempotent write. If the response of Postgres was lost, the outcome is reported as unknown, not as "nothing
   * was stored".
   */
  write: Work;
  /** Runs a write that is not idempotent: it is not retried once it may have been stored. */
  once: Work;
}

function createAccess(reach: Reach, kind: keyof typeof bounds): Access {
  const reads = createLoadShedder(bounds[kind]);
  const writes = createLoadShedder(bounds[kind]);

  const write: Work = async (work) => {
    let isLost = false;
    const note = (error: unknown): never => {
      isLost ||= isAnswerLost(error);
      throw error;
    };
    try {
      return await reach(() => writes.pass(() => work().catch(note))).catch(note);
    } catch (error) {
      throw isLost && isDatabaseUnavailable(error) ? outcomeUnknown() : error;
    }
  };

  return {
    read: (work) => reach(() => reads.pass(work)),
    write,
    once: (work) =>
      write(() =>
        work().catch((error) => {
          throw isAnswerLost(error) ? outcomeUnknown() : error;
        }),
      ),
  };
}

/** What the routes of the write API are registered with. */
export interface WriteRoutes {
  database: Database;
  access(kind: keyof typeof bounds): Access;
  /**
   * Returns the Fastify options of a route of the contract. A caller without access is rejected before the body is read,
   * so that it learns nothing from its validation. The result of the handler is sent with the status of the contract,
   * and must not be cached.
   */
  options<S extends RouteContract['schema']>(
    contract: { method: RouteContract['method']; url: string; scope?: Scope; schema: S },
    hooks?: onRequestHookHandler[],
    /** Whether a request without a key is let through. */
    isOpen?: (request: FastifyRequest) => boolean,
  ): {
    method: RouteContract['method'];
    url: string;
    schema: Omit<S, 'headers' | 'response'>;
    onRequest: onRequestHookHandler[];
  };
}

/** Creates what all routes of the write API share: authentication, rate limits, and bounded access to the catalog. */
export function createWriteRoutes(
  app: App,
  { database, reach, authenticate }: { database: Database; reach: Reach; authenticate: Authenticate },
): WriteRoutes {
  app.decorateRequest('caller', null);
  const limit = app.rateLimits.byKey(({ caller, ip }) => caller?.digest.toString('base64') ?? ip);
  const requireKey = (scope: Scope, isOpen: (request: FastifyRequest) => boolean): onRequestHookHandler[] => [
    async (request) => {
      if (request.headers.authorization === undefined && isOpen(request)) return;
      request.caller = await authenticate(request.headers.authorization, scope);
    },
    limit,
  ];
  return {
    database,
    access: (kind) => createAccess(reach, kind),
    options({ method, url, scope, schema }, hooks = [], isOpen = () => false) {
      const { headers, response, ...parts } = schema;
      const [status] = Object.keys(response).map(Number);
      const prepare: onRequestHookHandler = (_request, reply, done) => {
        reply.code(status ?? 200).header('cache-control', 'no-store');
        done();
      };
      return {
        method,
        url,
        schema: parts,
        onRequest: [prepare, ...(scope ? requireKey(scope, isOpen) : []), ...hooks],
      };
    },
  };
}

/** Returns the caller of a request to a route that needs a key. */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (!caller) throw new Error('the route does not require a key');
  return caller;
}
