import type { ServerResponse } from 'node:http';
import { createBrotliCompress, createGzip, constants as zlib } from 'node:zlib';
import type { Database } from '@shirube/catalog';
import { routes } from '@shirube/contracts';
import { openExport } from '@shirube/exchange';
import { type App, entityTag, namesTag } from '@shirube/service-kit';
import { preferredEncoding } from '../answers/sendAnswer.js';
import { createExportReaders } from './exportReaders.js';

// A client that reads a byte now and then blocks others just as well as one that reads none.
const leastBytes = 65_536;

/**
 * Destroys a response, and frees all that it holds, when it waits for a client that has read less than 64 kB in that
 * time.
 */
function cutWithoutProgress(response: ServerResponse, milliseconds: number): void {
  let lastRead = 0;
  const timer = setInterval(() => {
    const { bytesWritten = 0, writableLength = 0 } = response.socket ?? {};
    // Buffered bytes count as written, but the client has not read them.
    const now = bytesWritten - writableLength;
    if (response.writableNeedDrain && now - lastRead < leastBytes) response.destroy();
    lastRead = now;
  }, milliseconds);
  response.once('close', () => clearInterval(timer));
}

const compressors = {
  gzip: () => createGzip({ level: 4 }),
  br: () => createBrotliCompress({ params: { [zlib.BROTLI_PARAM_QUALITY]: 3 } }),
};

const mediaTypes = {
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

export interface ExportOptions {
  /** A pool with one connection for each concurrent export. */
  database: Database;
  source: string;
  /** How long a client may take for the next part of an export. */
  progressMs?: number | undefined;
}

/** GET /api/export: streamed from one snapshot, never buffered as a whole. */
export function serveExport(app: App, { database, source, progressMs = 30_000 }: ExportOptions): void {
  const readers = createExportReaders(database.options.max);
  app.route({
    method: routes.exportCatalog.method,
    url: routes.exportCatalog.url,
    schema: { querystring: routes.exportCatalog.schema.querystring },
    handler: async (request, reply) => {
      const { format = 'json', host } = request.query;
      readers.enter(request.ip);
      const opened = await openExport(database, source, format, host).catch((error) => {
        readers.leave(request.ip);
        throw error;
      });
      const etag = entityTag(opened.version);
      reply
        .header('etag', etag)
        // May be cached, but must be revalidated before use.
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
