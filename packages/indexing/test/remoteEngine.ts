import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { loadLanguage } from '@shirube/language';
import {
  createEmbeddedEngine,
  DocumentsRefused,
  type EmbeddedEngine,
  type IndexChange,
  type IndexRebuild,
  type SearchIndex,
  SearchUnavailable,
} from '@shirube/search';
import { freePort } from '@shirube/testing';
import type { Test } from 'tap';

/** An engine behind a real port, so that several processes can share it and a test can stop it. */
export interface RemoteEngine {
  engine: EmbeddedEngine;
  url: string;
  index: SearchIndex;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function startRemoteEngine(t: Test): Promise<RemoteEngine> {
  const engine = createEmbeddedEngine(await loadLanguage());
  let rebuild: IndexRebuild | undefined;
  const routes: Record<string, (body: IndexChange[]) => Promise<unknown>> = {
    '/prepare': () => engine.prepare(),
    '/check': () => engine.check(),
    '/apply': (changes) => engine.apply(changes),
    '/revisions': async () => {
      const pages: { id: string; revision: number }[][] = [];
      for await (const page of engine.revisions()) pages.push(page);
      return pages;
    },
    '/rebuild/begin': async () => {
      rebuild = await engine.beginRebuild();
    },
    '/rebuild/apply': async (changes) => rebuild?.apply(changes),
    '/rebuild/promote': async () => rebuild?.promote(),
    '/rebuild/abandon': async () => rebuild?.abandon(),
  };
  const port = await freePort();
  let server: Server | undefined;
  const start = async () => {
    server = createServer(async (request, response) => {
      try {
        const body = (await json(request)) as IndexChange[];
        const answer = await routes[request.url ?? '']?.(body);
        response.end(JSON.stringify(answer ?? {}));
      } catch (error) {
        response.writeHead(error instanceof DocumentsRefused ? 409 : 500).end(String(error));
      }
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const stop = async () => {
    if (!server?.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  t.teardown(stop);
  await start();
  const url = `http://127.0.0.1:${port}`;
  return { engine, url, index: connectRemoteEngine(url), stop, start };
}

/** Connects to the write side of an engine in another process. */
export function connectRemoteEngine(url: string): SearchIndex {
  async function ask<T>(path: string, body: unknown = []): Promise<T> {
    const response = await fetch(url + path, { method: 'POST', body: JSON.stringify(body) }).catch((error) => {
      throw new SearchUnavailable(`the engine at ${url} does not answer`, { cause: error });
    });
    const text = await response.text();
    if (response.status === 409) throw new DocumentsRefused(text);
    if (!response.ok) throw new SearchUnavailable(text);
    return JSON.parse(text);
  }
  return {
    prepare: () => ask('/prepare'),
    check: () => ask('/check'),
    apply: (changes) => ask('/apply', changes),
    async *revisions() {
      yield* await ask<{ id: string; revision: number }[][]>('/revisions');
    },
    async beginRebuild() {
      await ask('/rebuild/begin');
      return {
        apply: (changes) => ask('/rebuild/apply', changes),
        promote: () => ask('/rebuild/promote'),
        abandon: () => ask('/rebuild/abandon'),
      };
    },
    close: async () => {},
  };
}
