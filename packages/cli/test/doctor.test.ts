import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, statfs, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';
import { mainNode, noteRefusals, openDatabase, skipToEnd } from '@shirube/catalog';
import { startLocalPostgres } from '@shirube/local-postgres';
import { smallDisk, temporaryDirectory, testDatabaseUrl } from '@shirube/testing';
import t from 'tap';
import { checkNodeJs } from '../dist/doctor/checkMachine.js';
import { emptyCatalog } from './emptyCatalog.js';
import { lines } from './registration.js';
import { shirube, shirubeJson } from './shirube.js';

const run = promisify(execFile);

const states = (report: { findings: { part: string; state: string }[] }) =>
  Object.fromEntries(report.findings.map(({ part, state }) => [part, state]));

t.test('the doctor examines a database from its first use on', async (t) => {
  const env = { DATABASE_URL: await testDatabaseUrl(t) };
  const database = openDatabase(env.DATABASE_URL);
  t.teardown(() => database.end());

  t.test('a database without the schema is a fault with advice, and is left unchanged', async (t) => {
    const { code, stdout } = await shirube(['doctor'], env);
    t.equal(code, 2);
    t.match(stdout, /FAULT +schema +lacks 0001_catalog\.sql/);
    t.match(stdout, 'schema: Start Shirube: every start applies missing migrations.');
    const { rows } = await database.query("select to_regclass('services') as found");
    t.equal(rows[0].found, null);
  });

  t.test('a catalog without a key is a warning, and with one everything works', async (t) => {
    // The first command that needs the schema creates it.
    await shirubeJson(['keys', 'list'], env);
    const warned = await shirube(['doctor'], env);
    t.equal(warned.code, 1);
    t.match(warned.stdout, /warning +API keys +none is live/);
    await shirubeJson(['keys', 'create', '--name', 'x'], env);
    const { code, stdout } = await shirube(['doctor'], env);
    t.equal(code, 0);
    t.match(stdout, /Everything works\.\n$/);
    t.match(stdout, /ok +queue +in Postgres; 0 waiting/);
  });

  t.test('services that are pending for minutes are a fault, and refused ones a warning', async (t) => {
    await shirubeJson(['import', '-'], env, lines(1, 2));
    await database.query("update changes set at = now() - interval '5 minutes'");
    const late = await shirube(['doctor'], env);
    t.equal(late.code, 2);
    t.match(late.stdout, /FAULT +indexing +2 services pending, the oldest for 5 min/);
    const { rows } = await database.query<{ id: string }>('select id from services');
    await skipToEnd(database);
    const refused = rows.map(({ id }) => ({ id, revision: 1, reason: 'too large' }));
    await noteRefusals(database, mainNode, [], refused);
    t.match(states(JSON.parse((await shirube(['doctor', '--json'], env)).stdout)), { indexing: 'warning' });
  });

  t.test('each part that does not answer is a fault', async (t) => {
    const away = { ...env, REDIS_URL: 'redis://127.0.0.1:1', MEILI_URL: 'http://127.0.0.1:1' };
    const { code, stdout, stderr } = await shirube(['doctor', '--json'], away);
    t.equal(code, 2);
    t.equal(stderr, '');
    t.match(states(JSON.parse(stdout)), { Postgres: 'ok', queue: 'fault', engine: 'fault' });
    const noPostgres = { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/shirube' };
    const dead = await shirube(['doctor'], noPostgres);
    t.equal(dead.code, 2);
    t.match(dead.stdout, /FAULT +Postgres +postgres:\/\/127\.0\.0\.1:1\/shirube: connect ECONNREFUSED/);
    t.notMatch(dead.stdout, 'secret');
  });

  t.test('every invalid variable, or a data directory without a catalog, is named', async (t) => {
    const bad = (await shirube(['doctor'], { PORT: 'x', LOG_LEVEL: 'loud' })).stdout;
    t.match(bad, /FAULT +settings +PORT has an invalid value/);
    t.match(bad, /FAULT +settings +LOG_LEVEL has an invalid value/, 'and every other one');
    const empty = join(await temporaryDirectory(t), 'none');
    const { code, stdout } = await shirube(['doctor'], { DATA_DIR: empty });
    t.equal(code, 2);
    t.match(stdout, `there is no catalog in ${empty}`);
  });
});

t.test('only a Node that is too old is a fault', async (t) => {
  t.equal(checkNodeJs('20.19.0').state, 'ok');
  t.equal(checkNodeJs('26.0.0').state, 'ok');
  t.match(checkNodeJs('20.18.3'), { state: 'fault', advice: 'Install Node.js 20.19 or newer.' });
});

t.test('the doctor examines clock, versions and public address', async (t) => {
  const { env, database } = await emptyCatalog(t);
  await shirubeJson(['keys', 'create', '--name', 'x'], env);
  const doctor = (more = {}) => shirube(['doctor'], { ...env, ...more });
  t.match(await doctor(), { code: 0, stdout: /ok +clock .*\n.*ok +versions +\S+ everywhere/ });

  await t.test('a process of another version is a warning', async (t) => {
    const other = openDatabase(env.DATABASE_URL, { max: 1 });
    t.teardown(() => other.end());
    await other.query("set application_name = 'shirube 0.1.9'");
    t.match(await doctor(), {
      code: 1,
      stdout: /warning +versions +0\.1\.9 \(1 connection from .*\); this command is/,
    });
  });

  await t.test('a clock that differs from that of Postgres is a warning or a fault', async (t) => {
    const offBy = (interval: string) =>
      database.query(`create schema if not exists shifted; create or replace function shifted.clock_timestamp()
        returns timestamptz language sql as $$ select pg_catalog.clock_timestamp() + interval '${interval}' $$`);
    await offBy('50 seconds');
    await database.query(`do $$ begin execute format('alter database %I set search_path = shifted, pg_catalog, public',
      current_database()); end $$`);
    t.match(await doctor(), { code: 1, stdout: /warning +clock +(4\d|50) s behind that of Postgres/ });
    await offBy('-10 minutes');
    t.match(await doctor(), { code: 2, stdout: /FAULT +clock +10 min ahead of that of Postgres/ });
    await database.query(`drop schema shifted cascade`);
  });

  await t.test('a proxy without PUBLIC_URL is a warning, since its clients choose the links', async (t) => {
    const proxy = { TRUST_PROXY: 'loopback' };
    t.match(await doctor(proxy), { code: 1, stdout: /warning +public address +PUBLIC_URL is not set behind a proxy/ });
    t.match(await doctor({ ...proxy, PUBLIC_URL: 'http://directory.example' }), { code: 0 });
  });

  await t.test('a certificate that is about to expire is a warning or a fault', async (t) => {
    const serve = async (days: number) => {
      const folder = await temporaryDirectory(t);
      const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
      const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=x'];
      await run('openssl', [...args, '-keyout', key, '-out', cert, '-days', String(days)]);
      const server = createServer({ key: await readFile(key), cert: await readFile(cert) });
      t.teardown(() => server.close());
      await once(server.listen(0, '127.0.0.1'), 'listening');
      return { PUBLIC_URL: `https://127.0.0.1:${(server.address() as AddressInfo).port}` };
    };
    t.match(await doctor(await serve(90)), { code: 0, stdout: /ok +certificate +of \S+ expires in (89|90) days/ });
    t.match(await doctor(await serve(7)), { code: 1, stdout: /warning +certificate +of \S+ expires in [67] days/ });
    t.match(await doctor(await serve(1)), { code: 2, stdout: /FAULT +certificate +of \S+ expires in [01] days?/ });
    const gone = { PUBLIC_URL: 'https://127.0.0.1:1' };
    t.match(await doctor(gone), { code: 1, stdout: /warning +certificate +of 127\.0\.0\.1:1 cannot be read/ });
  });
});

t.test('a disk that fills up is a warning, and then a fault', async (t) => {
  const directory = await smallDisk(t, 600);
  if (!directory) return;
  const env = { DATA_DIR: join(directory, 'data') };
  await mkdir(env.DATA_DIR);
  // The commands use it, instead of starting their own.
  const postgres = await startLocalPostgres({ dataDir: env.DATA_DIR, durable: false });
  t.teardown(() => postgres.stop());
  await shirubeJson(['keys', 'create', '--name', 'x'], env);
  const fillTo = async (percent: number) => {
    const { blocks, bfree, bsize } = await statfs(directory);
    const missing = Math.floor((blocks * percent) / 100 - (blocks - bfree)) * bsize;
    await writeFile(join(directory, `to-${percent}`), Buffer.alloc(missing));
  };
  await fillTo(85);
  t.match(await shirube(['doctor'], env), { code: 1, stdout: /warning +data directory +.*disk 8\d % full/ });
  await fillTo(97);
  t.match(await shirube(['doctor'], env), { code: 2, stdout: /FAULT +data directory +.*disk 9\d % full/ });
});
