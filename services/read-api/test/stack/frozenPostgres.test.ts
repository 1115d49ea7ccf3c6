import { migrate, openDatabase, registerService } from '@shirube/catalog';
import type { Problem } from '@shirube/contracts';
import { listenToEvents, ownPostgres, registration, until } from '@shirube/testing';
import t from 'tap';
import { startReadApp } from '../readApp.js';

const postgres = await ownPostgres(t);
const database = openDatabase(postgres.url, { onError: () => {} });
t.teardown(() => database.end());
await migrate(database);
const registered = await registerService(database, registration());
const id = 'service' in registered ? registered.service.id : '';

t.test('while Postgres hangs, every read of it is answered with 503 within the deadline', async (t) => {
  const { url } = await startReadApp(t, {
    databaseUrl: postgres.url,
    settings: { CATALOG_DEADLINE_MS: 1_000 },
  });
  const paths = [
    ...['', '/status', '/trust', '/history', '/changes'].map((part) => `/api/services/${id}${part}`),
    ...['/api/changes', '/api/categories', '/api/currencies'],
  ];
  for (const path of paths) {
    const ok = async () => (await fetch(url + path)).ok;
    await until(ok, { message: `${path} is not answered` });
  }
  await postgres.freeze();
  const replies = await Promise.all(
    paths.map(async (path) => {
      // Responses are cached for a moment, so the first ones may still succeed.
      const refused = async () => {
        const response = await fetch(url + path, { signal: AbortSignal.timeout(20_000) });
        return response.ok ? undefined : response;
      };
      const response = await until(refused, { message: `${path} is answered` });
      return { path, response, body: (await response.json()) as Problem };
    }),
  );
  const page = await fetch(`${url}/services/${id}`);
  await postgres.thaw();
  for (const { path, response, body } of replies) {
    t.equal(response.status, 503, path);
    t.equal(body.code, 'catalog_unavailable', path);
    t.match(response.headers.get('retry-after'), /^\d+$/);
  }
  t.equal(page.status, 503, 'the page of a service says so as well');
  t.match(page.headers.get('content-type'), 'text/html');
  for (const path of paths) {
    const ok = async () => (await fetch(url + path)).ok;
    await until(ok, { message: `${path} is not answered again` });
  }
});

t.test('a Postgres that is killed and comes back costs no read, and followers go on', async (t) => {
  const { url } = await startReadApp(t, {
    databaseUrl: postgres.url,
    settings: { CATALOG_DEADLINE_MS: 60_000 },
  });
  const follower = await listenToEvents<{ id: string }>(`${url}/api/changes`);
  t.teardown(() => follower.close());
  await follower.waitFor(({ data }) => data.id === id);
  const statuses: number[] = [];
  let stopped = false;
  const readers = ['', '/status', '/changes'].map(async (part) => {
    while (!stopped) {
      const response = await fetch(`${url}/api/services/${id}${part}`);
      await response.arrayBuffer();
      statuses.push(response.status);
    }
  });
  await until(() => statuses.length > 100, { message: 'nothing is read' });
  await postgres.kill();
  const later = await until(() => registerService(database, registration()), {
    message: 'it does not return',
  });
  const before = statuses.length;
  await until(() => statuses.length > before + 100, { message: 'nothing is read any more' });
  stopped = true;
  await Promise.all(readers);
  t.strictSame([...new Set(statuses)], [200]);
  await follower.waitFor(({ data }) => 'service' in later && data.id === later.service.id);
});
