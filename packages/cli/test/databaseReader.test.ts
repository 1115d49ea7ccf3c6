import { type Database, openDatabase } from '@shirube/catalog';
import { testDatabaseUrl } from '@shirube/testing';
import t, { type Test } from 'tap';
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

t.test('the role of readers can read what the read API reads, and nothing else', async (t) => {
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

t.test('what it lacks is one sentence', async (t) => {
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
