import { migrate, openDatabase } from '@shirube/catalog';
import { freePort } from '@shirube/local-postgres';
import {
  directoryClient,
  listenToEvents,
  ownPostgres,
  type RegistrationResponse,
  registration,
  temporaryDirectory,
  until,
} from '@shirube/testing';
import t, { type Test } from 'tap';
import { requireProgram } from '../../dist/processes/index.js';
import { createPart, type Part } from '../../dist/processes/part.js';
import { startGateway } from '../../dist/stack/index.js';
import { type ServiceName, serviceProgram } from '../../dist/stack/programs/service.js';

const key = 'key-for-the-tests-only';
/** That of production. The gateway waits a little longer for a read, and twice as long for a write. */
const deadline = { CATALOG_DEADLINE_MS: '4000' };

/** Two write APIs and two read APIs behind a gateway, without a search engine: what Postgres holds is read. */
async function startServices(t: Test) {
  const postgres = await ownPostgres(t);
  const directory = await temporaryDirectory(t);
  const database = openDatabase(postgres.url, { onError: () => {} });
  t.teardown(() => database.end());
  await migrate(database);
  const common = { DATABASE_URL: postgres.url, BOOTSTRAP_API_KEY: key, TRUST_PROXY: 'loopback', ...deadline };
  const start = async (kind: ServiceName, name: string) => {
    const own = kind === 'read-api' ? { MEILI_URL: 'http://127.0.0.1:1' } : {};
    const program = serviceProgram(kind, { name, port: await freePort(), env: { ...common, ...own } });
    // Ready without the engine that it lacks.
    const isReady = async () => (await fetch(`${program.url}/live`).catch(() => undefined))?.ok ?? false;
    const part = createPart({ ...program, isReady }, { directory });
    await part.start();
    t.teardown(() => part.kill());
    return part;
  };
  const names = ['one', 'two'];
  const writeApis = await Promise.all(names.map((name) => start('write-api', `write-${name}`)));
  const readApis = await Promise.all(names.map((name) => start('read-api', `read-${name}`)));
  const urls = (parts: readonly Part[]) => parts.map(({ url }) => url);
  const apis = { writeApis: urls(writeApis), readApis: urls(readApis) };
  const gateway = await startGateway(directory, { ...apis, env: deadline });
  t.teardown(() => gateway.stop());
  const client = directoryClient(gateway.url, key, { 'cache-control': 'no-cache' });
  return { postgres, writeApis, readApis, gateway, client };
}

/** The distinct responses to writes. */
const outcomes = (replies: readonly { status: number; body: RegistrationResponse }[]) => [
  ...new Set(replies.map(({ status, body }) => (status === 201 ? status : `${status} ${JSON.stringify(body)}`))),
];

const signal = ({ pid }: Part, name: NodeJS.Signals) => process.kill(pid() ?? 0, name);

/** Repeats some work concurrently until it is stopped, and collects the results. */
function keepDoing<T>(act: (n: number) => Promise<T>) {
  const done: T[] = [];
  let n = 0;
  let stopped = false;
  const lines = Array.from({ length: 8 }, async () => {
    while (!stopped) {
      n += 1;
      done.push(await act(n));
    }
  });
  return {
    done,
    more: (count = 50) => {
      const goal = done.length + count;
      return until(() => done.length >= goal, { message: 'nothing is done' });
    },
    async stop() {
      stopped = true;
      await Promise.all(lines);
      return done;
    },
  };
}

async function frozenParts(t: Test): Promise<void> {
  const stack = await startServices(t);
  const { client, postgres, readApis, writeApis } = stack;
  const { body: known } = await client.post(registration());
  const detail = `/api/services/${known.id}`;
  const patch = (id: string, body: object, headers: Record<string, string> = {}) =>
    client.request<RegistrationResponse>(`/api/services/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  // These two wait for deadlines of the gateway, at different parts: so they run at the same time.
  t.jobs = 2;
  const hangingReads = t.test(
    'a read API that hangs costs no read, and its followers are sent away',
    { buffered: true },
    async (t) => {
      const [first, second] = readApis;
      if (!first || !second) throw new Error('there are not two read APIs');
      const follow = () => listenToEvents<{ id: string }>(`${stack.gateway.url}/api/changes`);
      const followers = [await follow(), await follow()];
      const reads = keepDoing(async (n) => {
        const path = [detail, '/api/changes', '/api/categories'][n % 3] ?? '';
        return (await client.get(path)).status;
      });
      await reads.more();
      signal(first, 'SIGSTOP');
      await reads.more(500);
      t.strictSame([...new Set(await reads.stop())], [200]);
      await Promise.race(followers.map(({ ended }) => ended));
      const again = await follow();
      await again.waitFor(({ data }) => data.id === known.id);
      for (const follower of [...followers, again]) follower.close();
      signal(second, 'SIGSTOP');
      const { status, body } = await client.get<{ code: string }>(detail);
      t.strictSame([status, body.code], [503, 'service_unavailable'], 'without any read API it is a 503');
      for (const one of readApis) signal(one, 'SIGCONT');
      await until(async () => (await client.get(detail)).status === 200, { message: 'it does not return' });
    },
  );

  const hangingWrites = t.test('the gateway hides write APIs that hang', { buffered: true }, async (t) => {
    await t.test('a write API that hangs costs no write that can be sent again', async (t) => {
      const [first] = writeApis;
      if (!first) throw new Error('there is no write API');
      const writes = keepDoing(async (n) => client.post(registration(), { 'idempotency-key': `hangs ${n}` }));
      await writes.more();
      signal(first, 'SIGSTOP');
      await writes.more(200);
      const done = await writes.stop();
      signal(first, 'SIGCONT');
      t.strictSame(outcomes(done), [201]);
      t.equal(new Set(done.map(({ body }) => body.id)).size, done.length);
    });

    await t.test('a write is uncertain while every write API hangs', async (t) => {
      for (const part of writeApis) signal(part, 'SIGSTOP');
      const sent = registration();
      const replies = await Promise.all([
        client.post(registration()),
        client.post(sent, { 'idempotency-key': 'hangs everywhere' }),
        patch(known.id, { name: 'Hanging' }),
      ]);
      for (const part of writeApis) signal(part, 'SIGCONT');
      for (const { status, body, headers } of replies) {
        t.equal(status, 504);
        t.equal(body.code, 'outcome_unknown');
        t.match(headers.get('retry-after'), /^\d+$/);
        t.match(headers.get('content-type'), /^application\/problem\+json/);
      }
      const again = await client.post(sent, { 'idempotency-key': 'hangs everywhere' });
      t.equal(again.status, 201);
    });
  });
  await Promise.all([hangingReads, hangingWrites]);

  await t.test('the death of a write API costs no write that can be sent again', async (t) => {
    const [first] = writeApis;
    if (!first) throw new Error('there is no write API');
    const { body: patched, headers: postHeaders } = await client.post(registration());
    let tag = postHeaders.get('etag') ?? '';
    const writes = keepDoing((n) => client.post(registration(), { 'idempotency-key': `dies ${n}` }));
    const patches = (async () => {
      const statuses: number[] = [];
      for (let n = 0; writes.done.length < 600; n++) {
        const { status, headers } = await patch(patched.id, { name: `Patched ${n}` }, { 'if-match': tag });
        statuses.push(status);
        tag = headers.get('etag') ?? '';
      }
      return statuses;
    })();
    const others = keepDoing(() => client.post(registration()));
    await writes.more();
    await first.kill();
    await writes.more(200);
    await first.start();
    await until(() => writes.done.length >= 600, { message: 'nothing is written' });
    const done = await writes.stop();
    t.strictSame(outcomes(done), [201]);
    t.equal(new Set(done.map(({ body }) => body.id)).size, done.length);
    t.strictSame([...new Set(await patches)], [200]);
    const refused = (await others.stop()).filter(({ status }) => status !== 201);
    for (const { status, body } of refused) t.strictSame([status, body.code], [504, 'outcome_unknown']);
    t.comment(`${refused.length} without a key are uncertain`);
  });

  await t.test('a write is a 503 and stores nothing while every write API is dead', async (t) => {
    await Promise.all(writeApis.map((part) => part.kill()));
    const { status, body } = await client.post(registration());
    t.equal(status, 503);
    t.equal(body.code, 'service_unavailable');
    await Promise.all(writeApis.map((part) => part.start()));
    const { status: later } = await client.post(registration());
    t.equal(later, 201, 'it is used at once');
  });

  await t.test('the services answer for a Postgres that hangs before the gateway gives up on them', async (t) => {
    await postgres.freeze();
    const [read, written] = await Promise.all([client.get<{ code: string }>(detail), client.post(registration())]);
    await postgres.thaw();
    t.strictSame([read.status, read.body.code], [503, 'catalog_unavailable']);
    t.strictSame([written.status, written.body.code], [504, 'outcome_unknown']);
  });
}

const nginx = await requireProgram('nginx').catch(() => undefined);
if (nginx) await t.test('the gateway hides parts that hang or die behind it', frozenParts);
else t.pass('parts that hang or die behind the gateway', { skip: 'nginx is not on PATH' });
