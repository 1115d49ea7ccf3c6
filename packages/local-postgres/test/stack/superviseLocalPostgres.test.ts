import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import t, { type Test } from 'tap';
import { isRunning, superviseLocalPostgres } from '../../dist/index.js';

async function keep(t: Test) {
  const dataDir = await mkdtemp(join(tmpdir(), 'kept-postgres-'));
  // Others may enter, as the user who runs Postgres for root must.
  await chmod(dataDir, 0o755);
  t.teardown(() => rm(dataDir, { recursive: true, force: true }));
  const died: string[] = [];
  let back = () => {};
  const isBack = new Promise<void>((resolve) => {
    back = resolve;
  });
  const postgres = await superviseLocalPostgres({
    dataDir,
    durable: false,
    // A busy machine takes long to compute what the backend works on.
    patienceMilliseconds: 240_000,
    onDied: (reason) => died.push(reason),
    onBack: () => back(),
  });
  t.teardown(() => postgres.stop());
  const pidFile = join(dataDir, 'postgres/data/postmaster.pid');
  const pid = async () => Number.parseInt(await readFile(pidFile, 'utf8'), 10);
  return { postgres, died, isBack, pid };
}

async function connect(t: Test, url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  t.teardown(() => client.end().catch(() => {}));
  return client;
}

t.test('a killed Postgres comes back at the same address, even if one of its backends outlives it', async (t) => {
  const { postgres, died, isBack, pid } = await keep(t);
  const client = await connect(t, postgres.url);
  await client.query('create table kept as select 1 as n');
  const busy = await connect(t, postgres.url);
  const { rows } = await busy.query('select pg_backend_pid() as pid');
  // It computes, and so notices no death; while it lives the data cannot be opened by another Postgres.
  const working = busy.query('select count(*) from generate_series(1, 20000000)').catch(() => {});
  const first = await pid();
  process.kill(first, 'SIGKILL');
  await isBack;
  await working;
  t.notOk(await isRunning(rows[0].pid), 'the backend has ended before');
  t.strictSame(died, ['it was killed by SIGKILL']);
  const again = await connect(t, postgres.url);
  t.strictSame((await again.query('select n from kept')).rows, [{ n: 1 }]);
  t.not(await pid(), first);
});

t.test('a Postgres that is stopped while it is down does not come back', async (t) => {
  const { postgres, pid } = await keep(t);
  const first = await pid();
  process.kill(first, 'SIGKILL');
  await postgres.stop();
  t.notOk(await isRunning(await pid().catch(() => 0)), 'no Postgres runs');
  // A child that was just being made when its postmaster was killed holds the socket until it has seen that.
  await t.rejects(connect(t, postgres.url), { code: /^ECONN(REFUSED|RESET)$/ });
});
