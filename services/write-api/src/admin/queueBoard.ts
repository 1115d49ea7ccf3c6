import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { type App, HttpProblem, unavailable } from '@shirube/service-kit';
import { openQueueView, type QueueOptions, type QueueView } from '@shirube/work';
import type { Authenticate } from '../authenticate.js';

const challenge = { 'www-authenticate': 'Basic realm="Shirube: an admin key as password", charset="UTF-8"' };

/**
 * Returns the key of a Basic header, which a browser sends after its user has typed it: the password, or the user name
 * if there is none.
 */
function typedKey(header: string): string | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const typed = Buffer.from(encoded, 'base64').toString();
  const colon = typed.indexOf(':');
  return typed.slice(colon + 1).trim() || typed.slice(0, Math.max(colon, 0)).trim();
}

/**
 * Creates a function that accepts an admin key, from a program (Bearer) or a browser (Basic). Otherwise it throws a 401
 * that makes a browser ask for one. A guess costs one digest and one lookup, as on every other route, and a key has 256
 * random bits.
 */
function createAdminCheck(authenticate: Authenticate) {
  return async (header: string | undefined): Promise<void> => {
    const key = header === undefined ? undefined : typedKey(header);
    try {
      await authenticate(key === undefined ? header : `Bearer ${key}`, 'admin');
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error;
      throw new HttpProblem(401, 'unauthorized', 'Unauthorized', error.detail, { headers: challenge });
    }
  };
}

interface QueueBoardOptions {
  queue: QueueOptions;
  authenticate: Authenticate;
}

const prefix = '/admin/queues';

const headers = {
  'cache-control': 'no-store',
  // The page sets inline styles. Everything else comes from this host, and nothing from others.
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

function queueUnavailable(cause: unknown): HttpProblem {
  const problem = unavailable('queue_unavailable', 'The job queue cannot be reached right now. Try again.');
  problem.cause = cause;
  return problem;
}

/**
 * Serves Bull Board under /admin/queues, for admin keys. It is read-only: operators make changes on the command line,
 * which writes to the log. It connects to the queue on the first request.
 */
export function serveQueueBoard(app: App, { queue, authenticate }: QueueBoardOptions): void {
  const requireAdmin = createAdminCheck(authenticate);
  const adapter = new FastifyAdapter();
  const board = createBullBoard({
    queues: [],
    serverAdapter: adapter,
    options: {
      uiBasePath: dirname(createRequire(import.meta.url).resolve('@bull-board/ui/package.json')),
      uiConfig: { boardTitle: 'Shirube', hideRedisDetails: false },
    },
  });
  adapter.setBasePath(prefix);
  // Errors thrown here reach the error handler of the app.
  adapter.setErrorHandler((error) => {
    throw error instanceof HttpProblem ? error : queueUnavailable(error);
  });

  let opening: Promise<QueueView> | undefined;
  async function open(): Promise<QueueView> {
    const view = await openQueueView(queue);
    board.addQueue(new BullMQAdapter(view.queue, { readOnlyMode: true }));
    return view;
  }

  async function opened(): Promise<void> {
    opening ??= open();
    try {
      await opening;
    } catch (error) {
      opening = undefined;
      throw queueUnavailable(error);
    }
  }

  void app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        reply.headers(headers);
        await requireAdmin(request.headers.authorization);
        if (request.url.startsWith(`${prefix}/api/`)) await opened();
      });
      scope.addHook('onClose', async () => {
        await opening?.then((view) => view.close()).catch(() => {});
      });
      await scope.register(adapter.registerPlugin());
    },
    { prefix },
  );
}
