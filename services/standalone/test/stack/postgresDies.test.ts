import { rename, writeFile } from 'node:fs/promises';
import { isRunning, postgresOf, registration, temporaryDirectory, until } from '@shirube/testing';
import t from 'tap';
import { startStandalone } from './standaloneProcess.js';

t.test('an embedded Postgres that is killed is started again, and everything works as before', async (t) => {
  const dataDir = await temporaryDirectory(t);
  const { process: standalone, client } = await startStandalone(t, { dataDir });
  const early = await client.post(registration({ name: 'Before the kill' }), { prefer: 'wait=10' });
  t.equal(early.status, 201);
  const { pid: first } = await postgresOf(dataDir);
  process.kill(first, 'SIGKILL');
  const ready = async () => (await client.get('/ready')).status;
  await until(async () => (await ready()) === 503, { message: 'not being ready is not told' });
  await until(async () => (await ready()) === 200, {
    message: 'Postgres does not come back',
  });

  const late = await client.post(registration({ name: 'After the kill' }), { prefer: 'wait=30' });
  t.equal(late.status, 201);
  t.equal(late.headers.get('preference-applied'), 'wait=30', 'whoever waits hears of the indexing again');
  for (const { body } of [early, late]) {
    t.equal((await client.get(`/api/services/${body.id}`)).status, 200);
    const { services } = await client.keyword('kill');
    t.ok(
      services.some(({ id }) => id === body.id),
      `${body.name} is found`,
    );
  }
  const output = standalone.output();
  t.equal(output.match(/Postgres has died: it was killed by SIGKILL/g)?.length, 1, 'the death is told once');
  t.equal(output.match(/Postgres runs again/g)?.length, 1, 'and so is the end of it');

  const { pid: second } = await postgresOf(dataDir);
  t.not(second, first);
  standalone.kill('SIGINT');
  t.strictSame(await standalone.exited, { code: 0, signal: null });
  t.notOk(await isRunning(second), 'the new one ends with Shirube');
});

t.test('an embedded Postgres that cannot be started again ends Shirube with a sentence', async (t) => {
  const dataDir = await temporaryDirectory(t);
  const env = { POSTGRES_PATIENCE: '1' };
  const { process: standalone } = await startStandalone(t, { dataDir, env });
  const control = `${dataDir}/postgres/data/global/pg_control`;
  await rename(control, `${control}.away`);
  await writeFile(control, '');
  process.kill((await postgresOf(dataDir)).pid, 'SIGKILL');
  t.match(await standalone.exited, { code: 1 });
  t.match(standalone.output(), /Postgres has died and did not come back within 1 s: \w+/);
  t.notMatch(standalone.output(), /\n\s+at /, 'without a stack');
});
