import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { startLocalPostgres } from '@shirube/local-postgres';
import { temporaryDirectory } from '@shirube/testing';
import t from 'tap';
import { lines } from './registration.js';
import { shirube, shirubeJson } from './shirube.js';

t.test('on a data directory', async (t) => {
  const env = { DATA_DIR: join(await temporaryDirectory(t), 'data') };

  t.test('a command that only looks does not make one', async (t) => {
    const { code, stderr } = await shirube(['keys', 'list'], env);
    t.equal(code, 1);
    t.match(stderr, /^shirube: There is no catalog in .*: start Shirube once, or set DATA_DIR or DATABASE_URL/);
    t.match(await shirubeJson(['import', '-', '--dry-run'], env, lines(1, 2)), { imported: 2 });
    await t.rejects(access(env.DATA_DIR));
  });

  t.test('a key can be made before the first start, and is there afterwards', async (t) => {
    const { id } = await shirubeJson(['keys', 'create', '--name', 'first'], env);
    t.match(await shirubeJson(['keys', 'list'], env), [{ id, name: 'first', state: 'live' }]);
  });

  t.test('services imported while nothing runs wait for the start', async (t) => {
    t.match(await shirubeJson(['import', '-'], env, lines(1, 3)), { imported: 3 });
    t.match((await shirube(['index', 'status'], env)).stdout, /pending +3 services, until Shirube is started/);
  });

  t.test('a Postgres that runs on it is used and left running', async (t) => {
    const postgres = await startLocalPostgres({ dataDir: env.DATA_DIR, durable: false });
    t.teardown(() => postgres.stop());
    t.equal((await shirubeJson(['keys', 'list'], env)).length, 1);
    t.equal((await shirubeJson(['keys', 'list'], { DATABASE_URL: postgres.url })).length, 1);
  });
});
