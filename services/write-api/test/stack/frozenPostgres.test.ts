import { countServices, findService } from '@shirube/catalog';
import { ownPostgres, type RegistrationResponse, registration, until } from '@shirube/testing';
import t, { type Test } from 'tap';
import { startWriteApi } from '../writeApi.js';

/** Starts the write API on its own Postgres. */
async function startOnOwn(t: Test, environment: NodeJS.ProcessEnv) {
  const postgres = await ownPostgres(t);
  return { postgres, ...(await startWriteApi(t, { databaseUrl: postgres.url, environment })) };
}

t.test('a Postgres that hangs leaves the outcome of writes unknown', async (t) => {
  const { client, database, postgres, enqueued } = await startOnOwn(t, {
    CATALOG_DEADLINE_MS: '2000',
    // This key is known without Postgres, so that the writes hang and not the lookup of the key.
    BOOTSTRAP_API_KEY: 'for-the-first-start',
  });
  const authorization = 'Bearer for-the-first-start';
  const send = (method: string, path: string, body?: object) =>
    client.request<RegistrationResponse>(path, {
      method,
      headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : null,
    });
  /** Runs `work` while Postgres hangs, and waits until it is used again. */
  async function whileFrozen<T>(work: () => Promise<T>): Promise<T> {
    await postgres.freeze();
    const result = await work().finally(postgres.thaw);
    const isBack = async () => (await send('GET', '/api/admin/keys')).status === 200;
    await until(isBack, { message: 'Postgres is not used again' });
    return result;
  }

  await t.test('a write that Postgres does not answer in time is a 504, and can be sent again', async (t) => {
    const sent = registration();
    const post = (key?: string) => client.post(sent, { authorization, ...(key ? { 'idempotency-key': key } : {}) });
    const { body: known } = await post();
    const path = `/api/services/${known.id}`;
    const uncertain = await whileFrozen(() =>
      Promise.all([post('once'), post(), send('PATCH', path, { name: 'Uncertain' }), send('DELETE', path)]),
    );
    for (const { status, body, text, headers } of uncertain) {
      t.equal(status, 504);
      t.equal(body.code, 'outcome_unknown');
      t.match(text, /same Idempotency-Key/);
      t.match(headers.get('retry-after'), /^\d+$/);
    }
    // All of them complete once Postgres continues.
    await until(async () => !(await findService(database, known.id)), { message: 'it was not removed' });
    const again = await until(
      async () => {
        const reply = await post('once');
        return reply.status === 201 ? reply : undefined;
      },
      { message: 'it cannot be sent again' },
    );
    t.equal((await post('once')).body.id, again.body.id);
    await until(async () => (await countServices(database)) === 2, { message: 'each is there once' });
  });

  await t.test('keys, accounts and requested checks are a 504 as well, and are stored afterwards', async (t) => {
    const create = (name: string) => send('POST', '/api/account/keys', { name });
    const { body: mine } = await create('mine');
    const { body: yours } = await create('yours');
    const { body: service } = await client.post(registration(), { authorization });
    const uncertain = await whileFrozen(() =>
      Promise.all([
        create('of the account'),
        send('DELETE', `/api/account/keys/${mine.id}`),
        send('POST', '/api/admin/keys', { name: 'of the operator', scopes: ['admin'] }),
        send('DELETE', `/api/admin/keys/${yours.id}`),
        send('POST', '/api/admin/accounts', { name: 'Uncertain' }),
        send('POST', `/api/services/${service.id}/check`),
      ]),
    );
    for (const { status, body } of uncertain) t.strictSame([status, body.code], [504, 'outcome_unknown']);
    const isRevoked = async ({ id }: { id: string }) =>
      (await database.query('select from api_keys where id = $1 and revoked_at is not null', [id])).rowCount === 1;
    await until(async () => (await isRevoked(mine)) && (await isRevoked(yours)), { message: 'they are not revoked' });
    await until(async () => (await database.query("select from api_keys where name like 'of the %'")).rowCount === 2, {
      message: 'each is there once',
    });
  });

  await t.test('a registration that is stored is a 201 although Postgres hangs afterwards', async (t) => {
    const before = enqueued.length;
    const waiting = client.post(registration(), { authorization, prefer: 'wait=2' });
    await until(() => enqueued.length > before, { message: 'it was not stored' });
    const { status, body, headers } = await whileFrozen(() => waiting);
    t.equal(status, 201);
    t.equal(body.id, enqueued.at(-1));
    t.notOk(headers.has('preference-applied'), 'and nothing is claimed that is not known');
  });
});

t.test('a Postgres that is killed and comes back costs no write, and none is done twice', async (t) => {
  const { client, database, postgres } = await startOnOwn(t, { CATALOG_DEADLINE_MS: '60000' });
  const { body: edited } = await client.post(registration());
  const headers = { authorization: `Bearer ${client.key}`, 'content-type': 'application/json' };
  const replies: RegistrationResponse[] = [];
  const statuses: number[] = [];
  let stopped = false;
  const writers = [0, 1, 2, 3].map(async (writer) => {
    for (let n = 0; !stopped; n++) {
      const name = `${writer} ${n}`;
      const key = { 'idempotency-key': name };
      const { status, body } =
        writer === 0
          ? await client.request<RegistrationResponse>(`/api/services/${edited.id}`, {
              method: 'PATCH',
              headers,
              body: JSON.stringify({ name }),
            })
          : await client.post(registration({ name }), writer === 1 ? key : {});
      statuses.push(status);
      if (writer > 0) replies.push(body);
    }
  });
  await until(() => statuses.length > 50, { message: 'nothing is written' });
  await postgres.kill();
  await until(() => database.query('select 1'), { message: 'it does not return' });
  const before = statuses.length;
  await until(() => statuses.length > before + 50, { message: 'nothing is written any more' });
  stopped = true;
  await Promise.all(writers);
  t.strictSame([...new Set(statuses)].sort(), [200, 201]);
  t.equal(new Set(replies.map(({ id }) => id)).size, replies.length);
  t.equal(await countServices(database), replies.length + 1);
});
