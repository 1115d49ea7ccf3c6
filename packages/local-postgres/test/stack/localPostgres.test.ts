import { on, once } from 'node:events';
import { watch } from 'node:fs';
import { chmod, mkdtemp, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import t from 'tap';
import { connectLocalPostgres, DataDirectoryInUse, startLocalPostgres } from '../../dist/index.js';
import { startOwner } from './owner.js';

type Test = Parameters<typeof startOwner>[0];

async function temporaryDirectory(t: Test): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'local-postgres-'));
  // Others may enter, as the user who runs Postgres for root must.
  await chmod(directory, 0o755);
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function start(t: Test, dataDir: string) {
  const postgres = await startLocalPostgres({ dataDir, durable: false });
  t.teardown(() => postgres.stop());
  return postgres;
}

async function gone(path: string): Promise<void> {
  const exists = () =>
    stat(path).then(
      () => true,
      () => false,
    );
  const watcher = watch(join(path, '..'));
  // Collected from here on, so that the last change is not missed.
  const changes = on(watcher, 'change');
  try {
    if (!(await exists())) return;
    for await (const _ of changes) if (!(await exists())) return;
  } finally {
    watcher.close();
  }
}

const dataDir = await temporaryDirectory(t);

t.test('data persists from one start to the next', async (t) => {
  const first = await start(t, dataDir);
  await query(first.url, 'create table first as select 1 as n');
  await first.stop();
  await first.exited;
  const second = await start(t, dataDir);
  t.same(await query(second.url, 'select n from first'), [{ n: 1 }]);
});

t.test('a running Postgres has the settings and the access that the catalog needs', async (t) => {
  const { url } = await start(t, dataDir);

  t.test('Postgres uses UTF-8, sorts by code point and listens on the loopback interface only', async (t) => {
    t.same(await query(url, "select '標😀' as text"), [{ text: '標😀' }]);
    t.same(
      await query(
        url,
        "select current_setting('server_encoding') as encoding, datcollate as locale, current_setting('listen_addresses') as addresses from pg_database where datname = current_database()",
      ),
      [{ encoding: 'UTF8', locale: 'C', addresses: '127.0.0.1' }],
    );
  });

  t.test('the password of Postgres is required, and is in a file that only its owner may read', async (t) => {
    const file = join(dataDir, 'postgres/password');
    t.equal((await stat(file)).mode & 0o777, 0o600);
    t.equal((await readFile(file, 'utf8')).trim(), new URL(url).password);
    await t.rejects(query(url.replace(/:[^:@]*@/, ':wrong@'), 'select 1'), { code: '28P01' });
  });
});

t.test('a durable Postgres waits for the disk with each commit', async (t) => {
  const postgres = await startLocalPostgres({ dataDir });
  t.teardown(() => postgres.stop());
  t.same(
    await query(
      postgres.url,
      "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit",
    ),
    [{ fsync: 'on', commit: 'on' }],
  );
});

t.test('stopping does not wait for a client that is busy', async (t) => {
  const postgres = await start(t, dataDir);
  const client = new pg.Client(postgres.url);
  await client.connect();
  client.on('error', () => {});
  const busy = t.rejects(client.query('select pg_sleep(60)'));
  const before = performance.now();
  await postgres.stop();
  t.ok(performance.now() - before < 50_000);
  await busy;
});

t.test('a second instance on the same data is refused with a sentence, in this process and in another', async (t) => {
  const owner = await startOwner(t, dataDir);
  const refused = { code: 'DATA_DIRECTORY_IN_USE', message: /is in use by process \d+;/ };
  await t.rejects(startLocalPostgres({ dataDir }), refused);
  owner.process.stdin?.end();
  await once(owner.process, 'exit');
  await start(t, dataDir);
  await t.rejects(startLocalPostgres({ dataDir }), new DataDirectoryInUse(dataDir, process.pid));
});

t.test(
  'when its owner is killed, Postgres stops, and the next start finds everything that was committed',
  async (t) => {
    const owner = await startOwner(t, dataDir);
    await query(owner.url, 'create table second as select 2 as n');
    owner.process.kill('SIGKILL');
    await gone(join(dataDir, 'postgres/data/postmaster.pid'));
    await t.rejects(query(owner.url, 'select 1'), { code: 'ECONNREFUSED' });
    const next = await start(t, dataDir);
    t.same(await query(next.url, 'select n from second'), [{ n: 2 }]);
  },
);

t.test('a start right after the owner was killed replaces the Postgres that is still there', async (t) => {
  const owner = await startOwner(t, dataDir);
  await query(owner.url, 'create table third as select 3 as n');
  owner.process.kill('SIGKILL');
  await once(owner.process, 'exit');
  const next = await start(t, dataDir);
  t.same(await query(next.url, 'select n from third'), [{ n: 3 }]);
});

t.test('the owner of a Postgres that is killed is notified, and can start it again', async (t) => {
  const first = await start(t, dataDir);
  await query(first.url, 'create table fourth as select 4 as n');
  const [pid] = (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  await first.exited;
  await first.stop();
  const next = await start(t, dataDir);
  t.same(await query(next.url, 'select n from fourth'), [{ n: 4 }]);
});

t.test('a stale postmaster.pid that names an unrelated process does not prevent a start', async (t) => {
  const first = await start(t, dataDir);
  const file = join(dataDir, 'postgres/data/postmaster.pid');
  const text = await readFile(file, 'utf8');
  await first.stop();
  await writeFile(file, text.replace(/^\d+/, String(process.ppid)));
  const next = await start(t, dataDir);
  t.same(await query(next.url, 'select 1 as n'), [{ n: 1 }]);
});

t.test('a creation that was interrupted is started over', async (t) => {
  const first = await start(t, dataDir);
  await first.stop();
  const home = await realpath(join(dataDir, 'postgres'));
  await rename(join(home, 'data'), join(home, 'data.cut'));
  const next = await start(t, dataDir);
  t.same(await query(next.url, 'select 1 as n'), [{ n: 1 }]);
  await t.rejects(stat(join(home, 'data.cut')), { code: 'ENOENT' });
});

t.test('another process uses the running Postgres and leaves it running', async (t) => {
  const owner = await startOwner(t, dataDir);
  const guest = await connectLocalPostgres(dataDir);
  t.equal(guest.url, owner.url);
  await guest.stop();
  t.same(await query(owner.url, 'select 1 as n'), [{ n: 1 }]);
});

t.test('connecting while nothing runs starts Postgres until it is stopped', async (t) => {
  const guest = await connectLocalPostgres(dataDir);
  t.same(await query(guest.url, 'select 1 as n'), [{ n: 1 }]);
  await guest.stop();
  await t.rejects(query(guest.url, 'select 1'), { code: 'ECONNREFUSED' });
});
