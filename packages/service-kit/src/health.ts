import type { FastifyInstance } from 'fastify';

/** Parts that a service needs, each with a question that resolves when the part answers. */
export type HealthChecks = Record<string, () => Promise<unknown>>;

const deadlineMs = 1_500;

async function answers(check: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), deadlineMs);
  });
  const answer = check().then(
    () => true,
    () => false,
  );
  return Promise.race([answer, deadline]).finally(() => clearTimeout(timer));
}

/** `/live`: the process runs. `/ready`: every part that it needs answers; 503 names those that do not. */
export function serveHealth(app: FastifyInstance, checks: HealthChecks): void {
  app.get('/live', (_request, reply) => reply.send({ status: 'live' }));
  app.get('/ready', async (_request, reply) => {
    const parts = await Promise.all(
      Object.entries(checks).map(
        async ([name, check]) => [name, (await answers(check)) ? 'up' : 'down'] as const,
      ),
    );
    const ready = parts.every(([, state]) => state === 'up');
    return reply
      .code(ready ? 200 : 503)
      .headers(ready ? {} : { 'retry-after': '2' })
      .send({ status: ready ? 'ready' : 'not ready', parts: Object.fromEntries(parts) });
  });
}
