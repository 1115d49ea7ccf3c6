import { createPage } from '@shirube/page';
import type { App } from '@shirube/service-kit';

/** The directory page at / and the page of each service. */
export function serveDirectoryPage(app: App): void {
  const page = createPage();
  for (const url of page.routes) {
    app.get(url, (request, reply) => {
      const answer = page.answer(request.url, request.headers);
      if (!answer) return reply.callNotFound();
      return reply.code(answer.status).headers(answer.headers).send(answer.body);
    });
  }
}
