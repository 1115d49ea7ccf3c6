import { importServices, openDatabase } from '@shirube/catalog';
import {
  catalogUrl,
  directoryClient,
  rawConnection,
  registration,
  startDirectory,
  type TestDirectory,
  until,
} from '@shirube/testing';
import t, { type Test } from 'tap';

/** Starts a directory with a database that outlives it. */
async function start(t: Test): Promise<{ directory: TestDirectory; databaseUrl: string }> {
  const databaseUrl = await catalogUrl(t);
  return { databaseUrl, directory: await startDirectory(t, { DATABASE_URL: databaseUrl }) };
}

/** Sends SIGTERM, and resolves once new connections are refused. */
async function beginStop({ url, kill }: TestDirectory): Promise<void> {
  kill('SIGTERM');
  await until(
    () =>
      fetch(`${url}/live`).then(
        () => false,
        () => true,
      ),
    { message: 'connections are still accepted' },
  );
}

/** Returns the two halves of a registration on a keep-alive connection. */
function halves({ apiKey }: TestDirectory, name: string): [string, string] {
  const body = JSON.stringify(registration({ name }));
  const head = `POST /api/services HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: keep-alive\r\n\r\n`;
  return [head + body.slice(0, 20), body.slice(20)];
}

async function storedNames(databaseUrl: string): Promise<string[]> {
  const database = openDatabase(databaseUrl, { max: 1 });
  const { rows } = await database.query<{ name: string }>('select name from services');
  await database.end();
  return rows.map(({ name }) => name);
}

const cleanEnd = { code: 0, signal: null };

t.test('a registration that has begun is finished, its connection closed, and the status is 0', async (t) => {
  const { directory, databaseUrl } = await start(t);
  const [first, rest] = halves(directory, 'Half way');
  const [busy, idle, unused] = [
    await rawConnection(t, directory.url),
    await rawConnection(t, directory.url),
    await rawConnection(t, directory.url),
  ];
  idle.send('GET /live HTTP/1.1\r\nHost: test\r\n\r\n');
  await idle.waitFor(/"live"/);
  busy.send(first);
  const arriving = await rawConnection(t, directory.url);
  arriving.send('GET /api/services HTTP/1.1\r\nHo');
  // Once another request on another connection succeeds, the earlier data has arrived.
  await fetch(`${directory.url}/live`);

  await beginStop(directory);
  await Promise.all([idle.closed, unused.closed]);
  t.notOk(busy.isClosed(), 'connections without a request are swept, others are not');
  arriving.send('st: test\r\n\r\n');
  await arriving.waitFor(/"code":"closing"/);
  t.match(arriving.received(), /^HTTP\/1\.1 503 /);
  t.match(arriving.received(), /\r\ncontent-type: application\/problem\+json/i);
  t.match(arriving.received(), /\r\nretry-after: \d/i);
  t.match(arriving.received(), /\r\nconnection: close\r\n/i);
  busy.send(rest);
  await busy.waitFor(/"name":"Half way"/);
  t.match(busy.received(), /^HTTP\/1\.1 201 /);
  t.match(busy.received(), /\r\nconnection: close\r\n/i);
  t.strictSame(await directory.exited, cleanEnd);
  t.strictSame(await storedNames(databaseUrl), ['Half way']);
});

t.test('a body that never ends and a reader that does not read are cut after the grace, with status 0', async (t) => {
  const databaseUrl = await catalogUrl(t);
  const database = openDatabase(databaseUrl, { max: 1 });
  // More than the buffers between two sockets hold.
  const path = 'x'.repeat(2_000);
  for (let batch = 0; batch < 10; batch += 1)
    await importServices(
      database,
      Array.from({ length: 1_000 }, (_, n) =>
        registration({ name: `Service ${batch} ${n}`, endpoint: `https://example.com/${batch}/${n}/${path}` }),
      ),
    );
  await database.end();
  const directory = await startDirectory(t, { DATABASE_URL: databaseUrl });
  const reader = await rawConnection(t, directory.url);
  reader.send('GET /api/export HTTP/1.1\r\nHost: test\r\n\r\n');
  await reader.waitFor(/"endpoints":/);
  reader.pause();
  const stubborn = await rawConnection(t, directory.url);
  stubborn.send(halves(directory, 'Never')[0]);
  await fetch(`${directory.url}/live`);
  directory.kill('SIGTERM');
  t.strictSame(await directory.exited, cleanEnd);
  await stubborn.closed;
  t.equal(stubborn.received(), '');
});

t.test(
  'a directory that is stopped under load ends with status 0 and has stored all confirmed registrations',
  async (t) => {
    const { directory, databaseUrl } = await start(t);
    const client = directoryClient(directory.url, directory.apiKey);
    const answered: string[] = [];
    let isStopping = false;
    const clients = Array.from({ length: 8 }, async (_, number) => {
      for (let n = 0; ; n += 1) {
        const name = `Client ${number} service ${n}`;
        try {
          const { status, body } = await client.post(registration({ name }));
          if (status === 201) answered.push(name);
          else t.match([status, body.code], [503, 'closing']);
        } catch (error) {
          if (!isStopping) throw error;
          return;
        }
        await client.get('/api/services?limit=5').catch(() => {});
      }
    });
    await until(() => answered.length > 50, { message: 'nothing is registered' });
    isStopping = true;
    directory.kill('SIGTERM');
    t.strictSame(await directory.exited, cleanEnd);
    await Promise.all(clients);
    const stored = new Set(await storedNames(databaseUrl));
    t.strictSame(
      answered.filter((name) => !stored.has(name)),
      [],
    );
  },
);
