import { createBrotliCompress, createGzip, constants as zlib } from 'node:zlib';
import { type Database, exportCatalog } from '@shirube/catalog';
import { exportCatalog as route } from '@shirube/contracts';
import type { App } from '@shirube/service-kit';
import { preferredEncoding } from './answers/sendAnswer.js';

const compressors = {
  gzip: () => createGzip({ level: 4 }),
  br: () => createBrotliCompress({ params: { [zlib.BROTLI_PARAM_QUALITY]: 3 } }),
};

/** GET /api/export: streamed from one snapshot, never held in memory. */
export function serveExport(app: App, { database, source }: { database: Database; source: string }): void {
  app.route({
    method: route.method,
    url: route.url,
    handler: async (request, reply) => {
      const document = await exportCatalog(database, source);
      const encoding = preferredEncoding(request.headers['accept-encoding']);
      reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('vary', 'Accept-Encoding');
      if (encoding === 'identity') return reply.send(document);
      const compressed = compressors[encoding]();
      document.once('error', (error) => compressed.destroy(error));
      compressed.once('close', () => document.destroy());
      return reply.header('content-encoding', encoding).send(document.pipe(compressed));
    },
  });
}
