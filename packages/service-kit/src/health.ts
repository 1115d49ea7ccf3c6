import type { FastifyInstance } from 'fastify';
import { withDeadline } from './deadline.js';

/** Parts that a service needs, each with a question that resolves when the part answers. */
export type HealthChecks = Record<string, () => Promise<unknown>>;

const deadlineMs = 1_500;

const answers = (check: () => Promise<unknown>): Promise<boolean> =>
  withDeadline(check(), deadlineMs).then(
    () => true,
    () => false,
  );

/** `/live`: the process runs. `/ready`: every part that it needs answers; 503 names those that do not. */
export function serveHealth(app: FastifyInstance, checks: HealthChecks): void {
  app.get('/live', (_request, reply) => reply.send({ status: 'live' }));
  app.get('/ready', async (_request, reply) => {
    const parts = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, (await answers(check)) ? 'up' : 'down'] as const),
    );
    const ready = parts.every(([, state]) => state === 'up');
    return reply
      .code(ready ? 200 : 503)
      .headers(ready ? {} : { 'retry-after': '2' })
      .send({ status: ready ? 'ready' : 'not ready', parts: Object.fromEntries(parts) });
  });
}
