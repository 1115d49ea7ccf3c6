import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, openDatabase } from '@shirube/catalog';
import { startLocalPostgres } from '@shirube/local-postgres';
import { temporaryDirectory, testDatabaseUrl } from '@shirube/testing';
import t, { type Test } from 'tap';
import { lines } from './registration.js';
import { shirube, shirubeJson } from './shirube.js';

/** The address of the same database for another role. */
function addressOf(url: string, name: string, password: string): string {
  const address = new URL(url);
  address.username = name;
  address.password = password;
  return address.href;
}

/** One connection. */
function connect(t: Test, url: string): Database {
  const database = openDatabase(url, { max: 1 });
  t.teardown(() => database.end());
  return database;
}

t.test('database reader creates a role that reads what the read API reads, and nothing else', async (t) => {
  const owner = await testDatabaseUrl(t);
  const name = `${new URL(owner).pathname.slice(1)}_reader`;
  const database = connect(t, owner);
  t.teardown(() => database.query(`drop owned by ${name}; drop role ${name}`));
  const env = (password: string) => ({
    DATABASE_URL: owner,
    DATABASE_READ_URL: addressOf(owner, name, password),
  });
  t.strictSame(await shirubeJson(['database', 'reader'], env('one')), { role: name });
  t.strictSame(await shirubeJson(['database', 'reader'], env('two & more')), { role: name }, 'once more');

  const reader = connect(t, addressOf(owner, name, 'two & more'));
  for (const table of ['services', 'categories', 'changes']) {
    await t.resolves(reader.query(`select from ${table}`), table);
  }
  await t.resolves(reader.query('listen anything'));
  // Its transactions are read-only by default, but any client can change that. The privileges alone must suffice.
  const denied = { code: '42501' };
  for (const statement of [
    'select from api_keys',
    'select from idempotency_keys',
    "insert into categories (id, label) values ('a', 'b')",
    'update services set trust_score = 100',
    'delete from services',
    'truncate services',
    'create table mine ()',
    'create temporary table mine ()',
    'drop table services',
  ]) {
    await t.rejects(reader.query(`begin read write; ${statement}`), denied, statement);
  }
});

t.test('database reader says in one sentence what its addresses lack', async (t) => {
  const owner = await testDatabaseUrl(t);
  const messageFor = async (env: Record<string, string>) => {
    const { code, stderr } = await shirube(['database', 'reader'], env);
    t.equal(code, 1);
    return stderr;
  };
  t.match(await messageFor({ DATABASE_URL: owner }), /^shirube: DATABASE_READ_URL is not set\./);
  t.match(
    await messageFor({ DATABASE_URL: owner, DATABASE_READ_URL: addressOf(owner, '', '') }),
    /^shirube: DATABASE_READ_URL must name the role to create and its password: .*\n$/,
  );
  t.match(
    await messageFor({ DATABASE_URL: owner, DATABASE_READ_URL: owner }),
    /^shirube: DATABASE_READ_URL names the user of DATABASE_URL, who can write: .*\n$/,
  );
});

t.test('commands work on a data directory, whether Shirube runs on it or not', async (t) => {
  const env = { DATA_DIR: join(await temporaryDirectory(t), 'data') };

  t.test('a command that only reads does not create a data directory', async (t) => {
    const { code, stderr } = await shirube(['keys', 'list'], env);
    t.equal(code, 1);
    t.match(stderr, /^shirube: There is no catalog in .*: start Shirube once, or set DATA_DIR or DATABASE_URL/);
    t.match(await shirubeJson(['import', '-', '--dry-run'], env, lines(1, 2)), { imported: 2 });
    await t.rejects(access(env.DATA_DIR));
  });

  t.test('a key can be created before the first start, and is there afterwards', async (t) => {
    const { id } = await shirubeJson(['keys', 'create', '--name', 'first'], env);
    t.match(await shirubeJson(['keys', 'list'], env), [{ id, name: 'first', state: 'live' }]);
  });

  t.test('services imported while nothing runs wait for the start', async (t) => {
    t.match(await shirubeJson(['import', '-'], env, lines(1, 3)), { imported: 3 });
    t.match((await shirube(['index', 'status'], env)).stdout, /pending +3 services, until Shirube is started/);
  });

  t.test('a Postgres that runs on the data directory is used and left running', async (t) => {
    const postgres = await startLocalPostgres({ dataDir: env.DATA_DIR, durable: false });
    t.teardown(() => postgres.stop());
    t.equal((await shirubeJson(['keys', 'list'], env)).length, 1);
    t.equal((await shirubeJson(['keys', 'list'], { DATABASE_URL: postgres.url })).length, 1);
  });
});
