import { createBrotliCompress, createGzip, constants as zlib } from 'node:zlib';
import type { Database } from '@shirube/catalog';
import { exportCatalog as route } from '@shirube/contracts';
import { openExport } from '@shirube/exchange';
import { type App, entityTag, namesTag } from '@shirube/service-kit';
import { preferredEncoding } from '../answers/sendAnswer.js';
import { createExportReaders } from './exportReaders.js';
import { cutWithoutProgress } from './readerProgress.js';

const compressors = {
  gzip: () => createGzip({ level: 4 }),
  br: () => createBrotliCompress({ params: { [zlib.BROTLI_PARAM_QUALITY]: 3 } }),
};

const mediaTypes = {
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

export interface ExportOptions {
  /** Connections for as many exports as may be read at once. */
  database: Database;
  source: string;
  /** How long a reader may take for the next piece of an export. */
  progressMs?: number | undefined;
}

/** GET /api/export: streamed from one snapshot, never held in memory. */
export function serveExport(app: App, { database, source, progressMs = 30_000 }: ExportOptions): void {
  const readers = createExportReaders(database.options.max);
  app.route({
    method: route.method,
    url: route.url,
    schema: { querystring: route.schema.querystring },
    handler: async (request, reply) => {
      const { format = 'json' } = request.query;
      readers.enter(request.ip);
      const opened = await openExport(database, source, format).catch((error) => {
        readers.leave(request.ip);
        throw error;
      });
      const etag = entityTag(opened.version);
      reply
        .header('etag', etag)
        // May be kept, but not used without asking whether it is still so.
        .header('cache-control', 'no-cache')
        .header('x-accel-expires', '0')
        .header('vary', 'Accept-Encoding');
      const known = request.headers['if-none-match'];
      if (known && namesTag(known, etag)) {
        opened.close();
        readers.leave(request.ip);
        return reply.code(304).send();
      }
      const document = opened.read();
      document.once('close', () => readers.leave(request.ip));
      cutWithoutProgress(reply.raw, progressMs);
      const encoding = preferredEncoding(request.headers['accept-encoding']);
      reply.type(mediaTypes[format]);
      if (encoding === 'identity') return reply.send(document);
      const compressed = compressors[encoding]();
      document.once('error', (error) => compressed.destroy(error));
      compressed.once('close', () => document.destroy());
      return reply.header('content-encoding', encoding).send(document.pipe(compressed));
    },
  });
}
