import { isDatabaseUnavailable } from '@shirube/catalog';
import { createPage } from '@shirube/page';
import { type App, HttpProblem } from '@shirube/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CatalogReads } from './catalogReads.js';

/** The directory page at / and the page of each service, which is a 404 where there is no such service. */
export function serveDirectoryPage(app: App, { detail }: CatalogReads): void {
  const page = createPage();

  function send(request: FastifyRequest, reply: FastifyReply, status: 200 | 404 = 200) {
    const answer = page.answer(request.url, request.headers, status);
    if (!answer) return reply.callNotFound();
    return reply.code(answer.status).headers(answer.headers).send(answer.body);
  }

  for (const url of page.routes) app.get(url, (request, reply) => send(request, reply));
  app.get<{ Params: { id: string } }>(page.serviceRoute, async (request, reply) =>
    send(request, reply, (await isMissing(request.params.id)) ? 404 : 200),
  );

  /** Whether the catalog says so. While it cannot be asked, the page itself tells that, and tries again. */
  async function isMissing(id: string): Promise<boolean> {
    try {
      await detail(id);
      return false;
    } catch (error) {
      if (error instanceof HttpProblem) return error.status === 404 || error.status === 410;
      if (isDatabaseUnavailable(error)) return false;
      throw error;
    }
  }
}
