import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import {
  assignServices,
  changeService,
  createAccount,
  type Database,
  editService,
  openDatabase,
  pruneLog,
  registerService,
  removeService,
} from '@shirube/catalog';
import type { Service } from '@shirube/contracts';
import { freePort, registration, startDirectory, testDatabaseUrl, until } from '@shirube/testing';
import t from 'tap';
import { emptyCatalog } from './emptyCatalog.js';
import { shirube, shirubeJson, startShirube } from './shirube.js';

/** Starts a directory to follow, with access to its Postgres. */
async function startSource() {
  const database = openDatabase(await testDatabaseUrl(t));
  t.teardown(() => database.end());
  const { connectionString } = database.options;
  // With a port of its own, which nobody takes while the directory is away.
  const env = { DATABASE_URL: connectionString, PORT: String(await freePort()) };
  const directory = await startDirectory(t, env);
  /** Waits until all commits are readable. Other tests have open transactions in the same Postgres. */
  const settled = () =>
    until(
      async () => {
        const { rows } = await database.query<{ settled: boolean }>(
          'select not exists (select from changes where transaction_id >= pg_snapshot_xmin(pg_current_snapshot())) as settled',
        );
        return rows[0]?.settled;
      },
      { message: 'transactions did not end' },
    );
  return { ...directory, database, env, settled };
}

const register = async (database: Database, changes: Parameters<typeof registration>[0] = {}) => {
  const registered = await registerService(database, registration(changes));
  if (registered.outcome !== 'created') throw new Error(registered.outcome);
  return registered.service;
};

/** Returns all fields of each service that a service object contains. */
async function contents(database: Database) {
  const { rows } = await database.query(
    `select id, name, description, endpoint, category, currency, price_per_request, free_quota, payment_address,
      network, chain, trust_score, status, created_at, updated_at, details from services order by id`,
  );
  return rows;
}

const source = await startSource();
const there = source.database;
const mirror = async (env: Record<string, string | undefined>) => {
  await source.settled();
  return shirubeJson(['mirror', source.url], env);
};

t.test('another Shirube is taken over with ids, times, status and trust, and then its changes', async (t) => {
  const { env, database } = await emptyCatalog(t);
  const services: Service[] = [];
  for (const n of [1, 2, 3, 4]) {
    const call = { type: 'http', method: 'GET', queryParams: { title: `Weather ${n}` } } as const;
    services.push(await register(there, { name: `Weather ${n}`, endpoint: `https://api.example/${n}`, call }));
  }
  const [first, second, third] = services.map(({ id }) => id);
  await changeService(there, first ?? '', { status: 'verified', trustScore: 80 });
  const told = await mirror(env);
  t.match(told, {
    source: `${source.url}/api/changes`,
    added: 4,
    changed: 0,
    removed: 0,
    interrupted: false,
  });
  t.strictSame(await contents(database), await contents(there));

  await editService(there, second ?? '', {}, (was) => ({ ...was, endpoint: 'https://api.example/two', tags: ['two'] }));
  await changeService(there, first ?? '', { status: 'inactive' });
  await removeService(there, third ?? '');
  t.match(await mirror(env), { read: 3, added: 0, changed: 2, removed: 1 }, 'only what has changed is read');
  t.strictSame(await contents(database), await contents(there));
  t.match(await mirror(env), { read: 0, added: 0, changed: 0, removed: 0 });

  const { rows } = await database.query<{ type: string; id: string }>(
    'select type, service_id as id from changes order by transaction_id, number',
  );
  t.strictSame(
    rows
      .slice(4)
      .map(({ type, id }) => [type, id])
      .sort(),
    [
      ['deleted', third],
      ['status', first],
      ['updated', second],
    ].sort(),
    'who follows the mirror hears of the same changes',
  );
  const { stdout } = await shirube(['services', 'show', first ?? ''], env);
  t.match(stdout, `${source.url}/api/changes`, 'a service tells where it came from');
});

t.test('a service that the database refuses does not stop the others', async (t) => {
  const { env, database } = await emptyCatalog(t);
  const kept = await register(there, { name: 'Kept' });
  await mirror(env);
  await database.query("alter table services add constraint as_a_test check (name not like 'Refused%')");
  await editService(there, kept.id, {}, (was) => ({ ...was, name: 'Refused as a change' }));
  const refused = await register(there, { name: 'Refused as new' });
  const added = await register(there, { name: 'Added' });
  const told = await mirror(env);
  t.match(told, { added: 1, changed: 0, leftOut: 2 });
  t.match(
    told.leftOutServices.sort((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)),
    [kept, refused].map(({ id }) => ({ id, detail: /^cannot be stored: .*as_a_test/ })),
  );
  const { rows } = await database.query<{ name: string }>('select name from services where id = any($1) order by id', [
    [kept.id, refused.id, added.id],
  ]);
  t.strictSame(
    rows.map(({ name }) => name),
    ['Kept', 'Added'],
  );
  t.match(await mirror(env), { added: 0, leftOut: 0 }, 'and its cursor moves past it');
});

t.test('what is somebody’s own here is left alone', async (t) => {
  const { env, database } = await emptyCatalog(t);
  const taken = await register(there, { name: 'There' });
  const handed = await register(there, { name: 'Handed over' });
  const removed = await register(there, { name: 'Removed here' });
  await mirror(env);
  const before = await contents(there);
  const { id: owner } = await createAccount(database, { name: 'owner' });
  await assignServices(database, owner, [handed.id]);
  await database.query('delete from mirrored_services where service_id = $1', [taken.id]);
  await removeService(database, removed.id);
  for (const { id } of [taken, handed, removed]) {
    await editService(there, id, {}, (was) => ({ ...was, name: `${was.name}, changed` }));
  }
  t.match(await mirror(env), { read: 3, changed: 0, own: 2, removedHere: 1 });
  const wanted = before.filter(({ id }) => id !== removed.id);
  t.strictSame(await contents(database), wanted);
  for (const { id } of [taken, handed, removed]) await removeService(there, id);
  t.match(await mirror(env), { read: 3, removed: 0 });
  t.strictSame(await contents(database), wanted);
});

t.test('a source that has forgotten our place is read from its beginning, and what is gone is removed', async (t) => {
  const { env, database } = await emptyCatalog(t);
  const gone = await register(there, { name: 'Gone' });
  await mirror(env);
  const own = await register(database, { name: 'Our own' });
  await removeService(there, gone.id);
  await register(there, { name: 'New' });
  await source.settled();
  await there.query("update changes set at = at - interval '2 hours'");
  await pruneLog(there, 3_600);
  t.match(await mirror(env), { startedOver: true, added: 1, changed: 0, removed: 1, own: 0 });
  t.strictSame(
    (await contents(database)).filter(({ id }) => id !== own.id),
    await contents(there),
  );
  t.match(await mirror(env), { startedOver: false, read: 0 });

  await there.query(
    `insert into services (id, name, description, endpoint, category, currency, price_per_request, payment_address, network, chain)
      select $1, 'Back', description, endpoint, category, currency, price_per_request, payment_address, network, chain
      from services limit 1`,
    [gone.id],
  );
  t.match(await mirror(env), { added: 1, removedHere: 0 }, 'what comes back there comes back here');
});

t.test('what would be refused here is told and left out', async (t) => {
  const { env, database } = await emptyCatalog(t);
  const bad = await register(there, { name: 'Bad' });
  await there.query("update services set payment_address = '0xnone' where id = $1", [bad.id]);
  await source.settled();
  const told = await mirror(env);
  t.match(told, { leftOut: 1, leftOutServices: [{ id: bad.id, detail: /paymentAddress must be/ }] });
  t.notOk((await contents(database)).some(({ id }) => id === bad.id));
  await removeService(there, bad.id);
});

t.test('followed, it goes on by itself, also when the source has been away', async (t) => {
  const { env, database } = await emptyCatalog(t);
  const here = async (id: string) => (await contents(database)).find((row) => row.id === id);
  const appears = (id: string) => until(() => here(id), { message: `${id} did not come` });
  const { child, ended } = startShirube(['mirror', source.url, '--follow', '--json'], env);
  t.teardown(() => child.kill('SIGKILL'));
  const first = await register(there, { name: 'While it follows' });
  await appears(first.id);
  // The mirror is complete, so it is listening now.
  const listened = performance.now();
  const second = await register(there, { name: 'Heard' });
  await appears(second.id);
  t.comment(`heard within ${Math.round(performance.now() - listened)} ms`);

  source.kill('SIGKILL');
  await source.exited;
  await removeService(there, first.id);
  const again = await startDirectory(t, source.env);
  t.equal(again.url, source.url);
  const third = await register(there, { name: 'After its return' });
  await appears(third.id);
  await until(async () => !(await here(first.id)), { message: 'the removal did not come' });
  t.strictSame(await contents(database), await contents(there));
  child.kill('SIGTERM');
  const { code, stdout, stderr } = await ended;
  t.equal(code, 0, 'to be stopped is how following ends');
  t.match(JSON.parse(stdout), { interrupted: false });
  t.match(stderr, /retrying/);
});

t.test('a facilitator cannot be followed', async (t) => {
  const { env } = await emptyCatalog(t);
  const { code, stderr } = await shirube(['mirror', `${source.url}/discovery/resources`, '--follow'], env);
  t.equal(code, 1);
  t.match(stderr, /cannot be followed/);
});

/** Far more than a follower may buffer, but little enough for a failing test. */
const endless = 96 * 1024 * 1024;

/** Sends the same text repeatedly until the client disconnects. Returns the number of characters sent. */
async function sendEndlessly(response: ServerResponse, text: string): Promise<number> {
  let sent = 0;
  function* repeated() {
    for (; sent < endless; sent += text.length) yield text;
  }
  await pipeline(repeated, response).catch(() => {});
  return sent;
}

/** A directory without changes, except for the responses of `answer`. */
async function startStrangeSource(answer: (accept: string, response: ServerResponse) => boolean) {
  const server = createServer(({ headers: { accept = '' } }, response) => {
    if (!answer(accept, response)) response.end(JSON.stringify({ changes: [], cursor: 'here', more: false }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

for (const [what, text] of Object.entries({
  'a line that does not end': '.'.repeat(65_536),
  'an event that does not end': `data: ${'.'.repeat(1_000)}\n`.repeat(64),
})) {
  t.test(`a source that sends ${what} is left, and followed on`, async (t) => {
    const { env } = await emptyCatalog(t);
    const sent: number[] = [];
    const url = await startStrangeSource((accept, response) => {
      if (accept !== 'text/event-stream') return false;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      void sendEndlessly(response, text).then((length) => sent.push(length));
      return true;
    });
    const { child, ended } = startShirube(['mirror', url, '--follow'], env);
    t.teardown(() => child.kill('SIGKILL'));
    await until(() => sent.length > 1, { message: 'it was not listened to again' });
    child.kill('SIGTERM');
    t.ok(Math.max(...sent) < endless, `it was left after ${sent} characters`);
    t.match((await ended).stderr, /sends an event that does not end; retrying/);
  });
}

t.test('a source whose page does not end is not read to its end', async (t) => {
  const { env } = await emptyCatalog(t);
  const sent: number[] = [];
  const url = await startStrangeSource((_accept, response) => {
    void sendEndlessly(response, ' '.repeat(65_536)).then((length) => sent.push(length));
    return true;
  });
  const { code, stderr } = await shirube(['mirror', url], env);
  t.equal(code, 1);
  t.match(stderr, /sends more than 32 MiB in one response/);
  await until(() => sent.length > 0, { message: 'the connection is still there' });
  t.ok(Math.max(...sent) < endless);
});
