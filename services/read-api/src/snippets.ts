import { routes } from '@shirube/contracts';
import { snippets } from '@shirube/contracts/snippets';
import type { App } from '@shirube/service-kit';
import { parsed } from './answers/answer.js';
import type { CatalogReads } from './catalogReads.js';
import { originOf } from './pages/publicOrigin.js';

/** GET /api/services/:id/snippets. Not cached, because its addresses may depend on the request. */
export function serveSnippets(app: App, catalog: CatalogReads, publicUrl: string | undefined): void {
  const { params, querystring } = routes.getSnippets.schema;
  app.get(routes.getSnippets.url, { schema: { params, querystring } }, async (request, reply) => {
    const service = await parsed(catalog.detail(request.params.id));
    reply.header('cache-control', 'no-store');
    return snippets(service, originOf(request, publicUrl));
  });
}
