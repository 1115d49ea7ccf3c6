import { openDatabase, readCatalog } from '@shirube/catalog';
import { loadLanguage } from '@shirube/language';
import { createEmbeddedEngine, type KeywordRequest, type ListRequest } from '@shirube/search';
import Fastify from 'fastify';
import { serveBaseline } from './serveBaseline.js';

/** Bare Fastify routes that pass requests to an engine in the same process. */
await serveBaseline(async (databaseUrl: string) => {
  const engine = createEmbeddedEngine(await loadLanguage());
  const database = openDatabase(databaseUrl, { max: 1 });
  for await (const entries of readCatalog(database)) {
    await engine.apply(entries.map((entry) => ({ upsert: entry })));
  }
  await database.end();
  const app = Fastify();
  app.post<{ Body: ListRequest }>('/list', ({ body }) => engine.list(body));
  app.post<{ Body: KeywordRequest }>('/search', ({ body }) => engine.search(body));
  return app;
});
