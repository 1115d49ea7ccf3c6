import { type Database, listSetAside, mainNode, nodeProgress } from '@shirube/catalog';
import { verifyIndex } from '@shirube/indexing';
import { createMeilisearchIndex } from '@shirube/search';
import { until } from '@shirube/testing';
import type { Test } from 'tap';
import type { Stack } from '../../dist/stack/index.js';
import type { Registered } from './steadyLoad.js';

const searchesAtOnce = 8;

/** Returns the services that search does not find by their unique word. */
async function notFound({ url }: Stack, services: readonly Registered[]): Promise<string[]> {
  const missing: string[] = [];
  const left = [...services];
  const searchers = Array.from({ length: searchesAtOnce }, async () => {
    for (let service = left.pop(); service; service = left.pop()) {
      const { id, word } = service;
      const found = async () => {
        const response = await fetch(`${url}/api/catalog/search?q=${word}`, {
          headers: { 'cache-control': 'no-cache' },
        });
        const { services } = (await response.json()) as { services: { id: string }[] };
        return services.some((hit) => hit.id === id);
      };
      // A response that was cached a moment earlier may be returned once more.
      await until(found, { message: word, timeout: 30_000 }).catch(() => missing.push(id));
    }
  });
  await Promise.all(searchers);
  return missing;
}

/**
 * Waits until nothing is pending, and asserts what must hold after any fault: search finds every service that was
 * registered with 201, catalog and index agree, and only the expected services are set aside.
 */
export async function agrees(
  t: Test,
  {
    stack,
    database,
    registered,
    setAside = [],
  }: { stack: Stack; database: Database; registered: readonly Registered[]; setAside?: readonly string[] },
): Promise<void> {
  const started = performance.now();
  const isIdle = async () => (await nodeProgress(database, mainNode)).pending === 0;
  await until(isIdle, { message: 'the index does not catch up' });
  const seconds = (performance.now() - started) / 1000;
  t.comment(`${registered.length} registered; nothing was pending after ${seconds.toFixed(1)} s`);
  const isReady = async () => (await fetch(`${stack.url}/ready`)).status === 200;
  await until(isReady, { message: 'the read API does not get ready' });

  t.ok(registered.length > 0, 'something was registered');
  t.strictSame(await notFound(stack, registered), [], 'search finds every service that was answered with 201');
  const index = createMeilisearchIndex({
    url: stack.meilisearch.url,
    apiKey: stack.meilisearchKeys.indexer,
  });
  const { missing, stale, surplus } = await verifyIndex({ database, node: mainNode, index, repair: false });
  await index.close();
  t.strictSame({ missing, stale, surplus }, { missing: [], stale: [], surplus: [] }, 'there is no drift');
  const failed = (await listSetAside(database)).map(({ id }) => id);
  t.strictSame(failed, setAside, 'what is expected is set aside, no more');
}
