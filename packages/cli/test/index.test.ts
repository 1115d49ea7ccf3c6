import { mainNode, nodeProgress, noteRefusals, skipToEnd, touchServices } from '@shirube/catalog';
import { startMeilisearch } from '@shirube/testing';
import t from 'tap';
import { emptyCatalog } from './emptyCatalog.js';
import { lines } from './registration.js';
import { shirube, shirubeJson } from './shirube.js';

t.test('the index on the embedded engine', async (t) => {
  const { env, database } = await emptyCatalog(t);
  await shirubeJson(['import', '-'], env, lines(1, 3));
  const { rows } = await database.query<{ id: string }>('select id from services order by id');
  const ids = rows.map((row) => row.id);
  const [poison = '', other = ''] = ids;
  await skipToEnd(database);
  await touchServices(database, ids.slice(2));
  const reason = 'the document is too large';
  const refused = ids.slice(0, 2).map((id) => ({ id, revision: 1, reason }));
  await noteRefusals(database, mainNode, [], refused);

  t.test('status shows what is pending, and what was refused with the reason', async (t) => {
    const { code, stdout } = await shirube(['index', 'status'], env);
    t.equal(code, 0);
    t.match(stdout, /catalog +3 services/);
    t.match(stdout, /pending +1 service, the oldest for/);
    t.match(stdout, /set aside +2 services/);
    t.match(stdout, /engine +embedded/);
    t.match(stdout, new RegExp(`${poison} +サービス 1 .*the document is too large`));
    const status = await shirubeJson(['index', 'status'], env);
    t.match(status, { services: 3, pending: 1, failed: 2, engine: { engine: 'embedded' } });
    t.ok(status.lagSeconds > 0);
    t.match(
      status.failures.find((failure: { id: string }) => failure.id === poison),
      { name: 'サービス 1', reason: 'the document is too large' },
    );
  });

  t.test('retry gives one, or all, another chance', async (t) => {
    t.same(await shirubeJson(['index', 'retry', poison], env), { retried: [poison] });
    t.match(await nodeProgress(database, mainNode), { pending: 2, setAside: 1 });
    const again = await shirube(['index', 'retry', poison], env);
    t.equal(again.code, 1);
    t.equal(again.stderr, `shirube: Not set aside, so there is nothing to retry: ${poison}.\n`);
    t.same(await shirubeJson(['index', 'retry'], env), { retried: [other] });
    t.equal((await shirube(['index', 'retry'], env)).stdout, 'No service is set aside.\n');
    t.match(await nodeProgress(database, mainNode), { pending: 3, setAside: 0 });
  });

  t.test('rebuild explains that the embedded engine needs none', async (t) => {
    const { code, stdout } = await shirube(['index', 'rebuild'], env);
    t.equal(code, 0);
    t.match(stdout, /rebuilt from Postgres at every start of Shirube: there is nothing to do/);
    t.same(await shirubeJson(['index', 'rebuild'], env), { engine: 'embedded' });
  });

  t.test('verify says that no process answers that could compare', async (t) => {
    t.match(await shirube(['index', 'verify'], env), {
      code: 1,
      stderr: /No process with the embedded engine answers/,
    });
  });

  t.test('a Meilisearch that does not answer is one sentence', async (t) => {
    const away = { ...env, MEILI_URL: 'http://127.0.0.1:1' };
    for (const command of ['verify', 'rebuild']) {
      const { code, stderr } = await shirube(['index', command], away);
      t.equal(code, 1);
      t.match(stderr, /^shirube: Meilisearch cannot be reached: .*\n$/);
    }
    const status = await shirube(['index', 'status'], away);
    t.equal(status.code, 0, status.stderr);
    t.match(status.stdout, /documents +unknown: Meilisearch cannot be reached/);
  });
});

t.test('the index in Meilisearch', async (t) => {
  // Of its own: the index has the same name for everybody.
  const access = await startMeilisearch(t);
  if (!access) return;
  const { env: postgres, database } = await emptyCatalog(t);
  const env = { ...postgres, MEILI_URL: access.url, MEILI_API_KEY: access.apiKey };
  await shirubeJson(['import', '-'], env, lines(1, 1200));

  t.test('before it is made, status says so', async (t) => {
    t.match((await shirube(['index', 'status'], env)).stdout, /settings +not applied/);
  });

  t.test('rebuild fills it from the catalog', async (t) => {
    const { code, stdout } = await shirube(['index', 'rebuild'], env);
    t.equal(code, 0);
    t.match(stdout, /^Rebuilt the index with 1,200 services in/);
    await skipToEnd(database);
    const status = await shirubeJson(['index', 'status'], env);
    t.match(status.engine, { engine: 'meilisearch', documents: 1200 });
    t.same(status.engine.found, status.engine.wanted);
  });

  t.test('verify finds drift, and repair reindexes it', async (t) => {
    t.match(await shirubeJson(['index', 'verify'], env), {
      checked: 1200,
      missing: [],
      stale: [],
      surplus: [],
    });
    const { rows } = await database.query<{ id: string }>('select id from services order by id limit 1');
    const id = rows[0]?.id;
    await database.query('update services set trust_score = 7 where id = $1', [id]);
    await skipToEnd(database);
    const found = await shirube(['index', 'verify', '--json'], env);
    t.equal(found.code, 1);
    t.match(JSON.parse(found.stdout), { stale: [id], repaired: false });
    t.match(
      (await shirube(['index', 'verify'], env)).stdout,
      /^1 service differs: .* index verify --repair fixes it\.$/m,
    );
    t.match(await shirubeJson(['index', 'verify', '--repair'], env), { stale: [id], repaired: true });
    t.equal((await nodeProgress(database, mainNode)).pending, 1);
  });
});
