import { createMeilisearchIndex, createMeilisearchReader } from '@shirube/search';
import { catalogUrl, meilisearch, until } from '@shirube/testing';
import t, { type Test } from 'tap';
import { hangingProxy, muteDatabase, type SearchKind } from './hangingParts.js';
import { startReadApp } from './readApp.js';

const paths: Record<SearchKind, (n: number) => string> = {
  list: (n) => `/api/services?limit=1&offset=${n}`,
  keyword: (n) => `/api/catalog/search?q=weather${n}`,
  intent: (n) => `/api/services/search/intent?q=${encodeURIComponent(`明日の天気 ${n}`)}`,
};
const kinds: SearchKind[] = ['list', 'keyword', 'intent'];
/** More requests than can run and wait at once, for every kind. */
const crowd = 120;

const access = await meilisearch(t);

/** Starts a read API whose search deadline is longer than the test needs. */
async function startApp(t: Test, meiliUrl: string, apiKey: string, exportUrl?: string) {
  const databaseUrl = await catalogUrl(t);
  const search = createMeilisearchReader({ url: meiliUrl, apiKey, limits: { deadline: 60_000 } });
  const { url } = await startReadApp(t, { search, databaseUrl, exportUrl });
  await until(async () => (await fetch(`${url}/ready`)).ok, { message: 'not ready' });
  return url;
}

if (access) {
  const index = createMeilisearchIndex(access);
  t.teardown(() => index.close());
  await (await index.beginRebuild()).promote();

  await t.test('a kind of search that hangs keeps no other waiting, nor health checks and exports', async (t) => {
    const proxy = await hangingProxy(t, access.url);
    const url = await startApp(t, proxy.url, access.apiKey);
    let n = 0;
    for (const hanging of kinds) {
      proxy.hang(hanging);
      const crowded = Array.from({ length: crowd }, async () => {
        n += 1;
        const response = await fetch(url + paths[hanging](n));
        await response.arrayBuffer();
        return response.status;
      });
      await until(() => proxy.held() > 0, { message: `no ${hanging} was asked for` });
      for (const other of kinds.filter((kind) => kind !== hanging)) {
        n += 1;
        t.equal((await fetch(url + paths[other](n))).status, 200, `${other} while ${hanging} hangs`);
      }
      t.equal((await fetch(`${url}/api/export`)).status, 200, `export while ${hanging} hangs`);
      t.equal((await fetch(`${url}/ready`)).status, 200, `readiness while ${hanging} hangs`);
      t.ok(proxy.held() > 0, 'it still hangs');
      proxy.hang(undefined);
      const statuses = new Set(await Promise.all(crowded));
      statuses.delete(200);
      t.strictSame([...statuses], [503], 'who waited in vain is told so');
    }
  });

  await t.test('exports that hang keep no search waiting', async (t) => {
    const mute = await muteDatabase(t);
    const url = await startApp(t, access.url, access.apiKey, mute.url);
    const exports = Array.from({ length: 20 }, () => fetch(`${url}/api/export`).then(({ status }) => status));
    await until(() => mute.connections() > 0, { message: 'nothing was exported' });
    for (const kind of kinds) t.equal((await fetch(url + paths[kind](0))).status, 200, kind);
    t.equal((await fetch(`${url}/api/categories`)).status, 200);
    mute.close();
    for (const status of await Promise.all(exports)) t.equal(status, 503);
  });
}
