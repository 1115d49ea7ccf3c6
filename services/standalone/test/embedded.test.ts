import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { mainNode, nodeProgress, registerService } from '@shirube/catalog';
import { registration, until } from '@shirube/testing';
import t from 'tap';
import { contract, ofEngine, ofProxy, ofServices } from './http/contract.js';
import { metrics } from './http/metrics.js';
import { startDirectory } from './http/startDirectory.js';

const program = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));
const { directory, client } = await startDirectory(t);

await t.test('the directory on its embedded parts keeps the contract', (t) =>
  contract(t, client, { ...ofEngine, ...ofProxy, ...ofServices }),
);
await t.test('/metrics has the figures of the index and the queue, and no secret', (t) => metrics(t, client));

await t.test('a service that was committed but never announced is found all the same', async (t) => {
  // The state after a write API dies between its commit and the queue.
  const result = await registerService(directory.database, registration({ name: 'Never announced' }));
  if (result.outcome !== 'created') throw new Error(result.outcome);
  const { id } = result.service;
  t.equal((await client.get(`/api/services/${id}`)).status, 200, 'it is in the catalog at once');
  const found = async () => (await client.keyword('announced')).services.some((service) => service.id === id);
  await until(found, { message: 'nobody finds it' });
  const isDone = async () => (await nodeProgress(directory.database, mainNode)).pending === 0;
  await until(isDone, { message: 'it stays pending' });
});

await t.test(
  'a service that is stale or surplus in the embedded index is reported by `shirube index verify`, and repaired',
  async (t) => {
    const { database } = directory;
    const verify = (...options: string[]) =>
      new Promise<{ code: unknown; report: object }>((resolve) => {
        const env = { ...process.env, DATABASE_URL: database.options.connectionString, MEILI_URL: '' };
        execFile(process.execPath, [program, 'index', 'verify', '--json', ...options], { env }, (error, stdout) =>
          resolve({ code: error?.code ?? 0, report: JSON.parse(stdout) }),
        );
      });
    const register = async () => (await client.post(registration(), { prefer: 'wait=20' })).body.id;
    const [stale, removed] = [await register(), await register()];
    const checked = Number((await client.list({ limit: 1 })).headers.get('x-total-count'));
    t.match(await verify(), {
      code: 0,
      report: { engine: 'embedded', checked, missing: { length: 0 }, stale: { length: 0 }, surplus: { length: 0 } },
    });

    // Bypasses the log, as nothing else does.
    const connection = await database.connect();
    await connection.query('set session_replication_role = replica');
    await connection.query('update services set revision = revision + 1 where id = $1', [stale]);
    await connection.query('delete from services where id = $1', [removed]);
    connection.release(true);
    const drift = { missing: { length: 0 }, stale: [stale], surplus: [removed] };
    t.match(await verify(), { code: 1, report: drift });
    t.match(await verify('--repair'), { code: 0, report: { ...drift, repaired: true } });
    await until(async () => (await verify()).code === 0, { message: 'it is not repaired' });
    t.equal((await database.query('select from index_verifications')).rowCount, 0, 'nothing is left of the requests');
  },
);

// The last one, because it closes the connections of the directory.
await t.test('a Postgres that accepts no writes is an outage of the catalog for writers', async (t) => {
  const { body: early } = await client.post(registration());
  const { rows } = await directory.database.query<{ name: string }>('select current_database() as name');
  const name = rows[0]?.name ?? '';
  const ready = async () => (await client.get('/ready')).status;
  /** Applies to all connections, because each of them is reopened. */
  const setReadOnly = async (value: 'on' | 'off') => {
    await directory.database.query(
      `begin; set transaction read write; alter database ${name} set default_transaction_read_only = ${value}; commit`,
    );
    // Its own connection comes last, because the statement ends with it.
    await directory.database
      .query(
        `select pg_terminate_backend(pid) from (
          select pid from pg_stat_activity where datname = current_database() order by pid = pg_backend_pid()
        ) as connections`,
      )
      .catch(() => {});
  };

  await setReadOnly('on');
  await until(async () => (await ready()) === 200, { message: 'it does not connect again' });
  const { status, body, headers } = await client.post(registration());
  t.equal(status, 503);
  t.match(body, { code: 'catalog_unavailable' });
  t.ok(headers.get('retry-after'));
  t.equal(await ready(), 503);
  t.equal((await client.get(`/api/services/${early.id}`)).status, 200, 'it is read as before');

  await setReadOnly('off');
  await until(async () => (await ready()) === 200, { message: 'it is not ready again' });
  t.equal((await client.post(registration(), { prefer: 'wait=10' })).status, 201);
});
