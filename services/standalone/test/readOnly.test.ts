import { registration, until } from '@shirube/testing';
import t from 'tap';
import { startDirectory } from './http/startDirectory.js';

t.test('a Postgres that may only be read is an outage of the catalog for writers', async (t) => {
  const { directory, client } = await startDirectory(t);
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
