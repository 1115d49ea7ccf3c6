import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@shirube/catalog';
import { connectLocalPostgres } from '@shirube/local-postgres';
import { registration, smallDisk, until } from '@shirube/testing';
import t from 'tap';
import { startStandalone } from './standaloneProcess.js';

/** Fills the disk completely until `free` is called. */
async function fill(disk: string): Promise<{ free(): Promise<void> }> {
  const path = join(disk, 'filler');
  const file = await open(path, 'w');
  for (let size = 1 << 20; size >= 1 << 12; ) {
    const written = await file.write(Buffer.alloc(size)).then(
      ({ bytesWritten }) => bytesWritten === size,
      () => false,
    );
    if (!written) size /= 2;
  }
  await file.close();
  return { free: () => rm(path) };
}

async function query(url: string, sql: string): Promise<void> {
  const database = openDatabase(url, { max: 1, onError: () => {} });
  await database.query(sql).finally(() => database.end());
}

t.test('a directory survives a full disk', async (t) => {
  const disk = await smallDisk(t, 220);
  if (!disk) return;
  const dataDir = join(disk, 'data');
  await mkdir(dataDir);
  const { process: standalone, client } = await startStandalone(t, { dataDir });
  const description = 'Weather and more of it. '.repeat(80);
  const register = () => client.post(registration({ description }));
  const ready = async () => (await client.get('/ready')).status;
  t.equal((await register()).status, 201);

  await t.test(
    'a full disk is an outage of the catalog, logged once and shown by /ready, until there is room',
    async (t) => {
      const { free } = await fill(disk);
      let refused = await register();
      await until(
        async () => {
          refused = await register();
          return refused.status !== 201;
        },
        { message: 'the disk does not become full' },
      );
      t.equal(refused.status, 503);
      t.match(refused.body, { code: 'catalog_unavailable' });
      t.ok(refused.headers.get('retry-after'));
      for (let turn = 0; turn < 20; turn++) t.equal((await register()).status, 503);
      t.equal(await ready(), 503);
      t.equal((await client.list({})).status, 200, 'reads go on');
      t.equal(standalone.output().match(/the catalog cannot be used: .*No space left/g)?.length, 1, 'one line');

      await free();
      await until(async () => (await ready()) === 200, { message: 'it is not ready again' });
      const { status, body } = await register();
      t.equal(status, 201);
      t.equal((await client.get(`/api/services/${body.id}`)).status, 200);
    },
  );

  await t.test('a Postgres that ended for lack of room is started again once there is room', async (t) => {
    const { free } = await fill(disk);
    const { url } = await connectLocalPostgres(dataDir);
    // Without space for its log, Postgres exits and cannot restart.
    const isDead = async () => {
      await query(url, "select pg_logical_emit_message(true, 'fill', repeat('.', 8000000))").catch(() => {});
      return /Postgres has died: .*No space left/.test(standalone.output());
    };
    await until(isDead, { message: 'Postgres lives on' });
    t.equal(await ready(), 503);
    await free();
    await until(async () => (await ready()) === 200, { message: 'it is not ready again' });
    const { status, headers } = await client.post(registration({}), { prefer: 'wait=30' });
    t.equal(status, 201);
    t.equal(headers.get('preference-applied'), 'wait=30');
    t.equal(standalone.output().match(/Postgres has died/g)?.length, 1);
  });
});
