import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { type App, HttpProblem, unavailable } from '@shirube/service-kit';
import { openQueueView, type QueueOptions, type QueueView } from '@shirube/work';
import type { Authenticate } from '../authenticate.js';
import { createAdminCheck } from './adminCheck.js';

interface QueueBoardOptions {
  queue: QueueOptions;
  authenticate: Authenticate;
}

const prefix = '/admin/queues';

const headers = {
  'cache-control': 'no-store',
  // The page sets styles by itself; everything else comes from here, and nothing from other hosts.
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

function queueUnavailable(cause: unknown): HttpProblem {
  const problem = unavailable('queue_unavailable', 'The job queue cannot be reached right now. Try again.');
  problem.cause = cause;
  return problem;
}

/**
 * Bull Board under /admin/queues, for admin keys. It only shows: what an operator changes goes through the command
 * line, which writes to the log. The queue is connected to when somebody first looks.
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
  // What is thrown here goes on to the error handler of the application.
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
