import { join } from 'node:path';
import { mainNode, migrate, noteRefusals, skipToEnd } from '@shirube/catalog';
import { temporaryDirectory } from '@shirube/testing';
import t from 'tap';
import { checkNode } from '../dist/doctor/checkMachine.js';
import { emptyCatalog } from './emptyCatalog.js';
import { lines } from './registration.js';
import { shirube, shirubeJson } from './shirube.js';

const states = (report: { findings: { part: string; state: string }[] }) =>
  Object.fromEntries(report.findings.map(({ part, state }) => [part, state]));

t.test('doctor', async (t) => {
  const { env, database } = await emptyCatalog(t);

  t.test('a database without our schema is a fault that says what to do, and stays as it is', async (t) => {
    const { code, stdout } = await shirube(['doctor'], env);
    t.equal(code, 1);
    t.match(stdout, /FAULT +schema +lacks 0001_catalog\.sql/);
    t.match(stdout, 'schema: Start Shirube: every start applies what is missing.');
    const { rows } = await database.query("select to_regclass('services') as found");
    t.equal(rows[0].found, null);
  });

  t.test('without a key it warns; with one everything is well', async (t) => {
    await migrate(database);
    const warned = await shirube(['doctor'], env);
    t.equal(warned.code, 0);
    t.match(warned.stdout, /warning +API keys +none is live/);
    await shirubeJson(['keys', 'create', '--name', 'x'], env);
    const { code, stdout } = await shirube(['doctor'], env);
    t.equal(code, 0);
    t.match(stdout, /Everything is well\.\n$/);
    t.match(stdout, /ok +queue +in Postgres; 0 waiting/);
  });

  t.test('services that wait for a minute, or are refused, are told', async (t) => {
    await shirubeJson(['import', '-'], env, lines(1, 2));
    await database.query("update changes set at = now() - interval '5 minutes'");
    const late = await shirube(['doctor'], env);
    t.equal(late.code, 1);
    t.match(late.stdout, /FAULT +indexing +2 services pending, the oldest for 5 min/);
    const { rows } = await database.query<{ id: string }>('select id from services');
    await skipToEnd(database);
    const refused = rows.map(({ id }) => ({ id, revision: 1, reason: 'too large' }));
    await noteRefusals(database, mainNode, [], refused);
    t.match(states(await shirubeJson(['doctor'], env)), { indexing: 'warning' });
  });

  t.test('each part that does not answer is named, with what to do', async (t) => {
    const away = { ...env, REDIS_URL: 'redis://127.0.0.1:1', MEILI_URL: 'http://127.0.0.1:1' };
    const { code, stdout, stderr } = await shirube(['doctor', '--json'], away);
    t.equal(code, 1);
    t.equal(stderr, '');
    t.match(states(JSON.parse(stdout)), { Postgres: 'ok', queue: 'fault', engine: 'fault' });
    const noPostgres = { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/shirube' };
    const dead = await shirube(['doctor'], noPostgres);
    t.equal(dead.code, 1);
    t.match(dead.stdout, /FAULT +Postgres +postgres:\/\/127\.0\.0\.1:1\/shirube: connect ECONNREFUSED/);
    t.notMatch(dead.stdout, 'secret');
  });

  t.test('a bad variable, or a data directory without data, is named', async (t) => {
    t.match((await shirube(['doctor'], { PORT: 'x' })).stdout, /FAULT +settings +PORT has a value/);
    const empty = join(await temporaryDirectory(t), 'none');
    const { code, stdout } = await shirube(['doctor'], { DATA_DIR: empty });
    t.equal(code, 1);
    t.match(stdout, `there is no catalog in ${empty}`);
  });
});

t.test('only a Node that is too old is a fault', async (t) => {
  t.equal(checkNode('20.19.0').state, 'ok');
  t.equal(checkNode('26.0.0').state, 'ok');
  t.match(checkNode('20.18.3'), { state: 'fault', advice: 'Install Node 20.19 or newer.' });
});
