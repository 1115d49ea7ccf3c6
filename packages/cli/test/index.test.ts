import {
  joinNode,
  mainNode,
  markFilled,
  nodeProgress,
  noteRefusals,
  registerService,
  skipToEnd,
  touchServices,
} from '@shirube/catalog';
import { meilisearch, registration } from '@shirube/testing';
import t from 'tap';
import { emptyCatalog } from './emptyCatalog.js';
import { lines } from './registration.js';
import { shirube, shirubeJson } from './shirube.js';

t.test('commands show and retry what the embedded engine indexes', async (t) => {
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

  t.test('index status shows how many services are pending, and which were refused with the reason', async (t) => {
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

  t.test('index retry indexes one refused service, or all of them, again', async (t) => {
    t.same(await shirubeJson(['index', 'retry', poison], env), { retried: [poison] });
    t.match(await nodeProgress(database, mainNode), { pending: 2, setAside: 1 });
    const again = await shirube(['index', 'retry', poison], env);
    t.equal(again.code, 1);
    t.equal(again.stderr, `shirube: Not set aside, so there is nothing to retry: ${poison}.\n`);
    t.same(await shirubeJson(['index', 'retry'], env), { retried: [other] });
    t.equal((await shirube(['index', 'retry'], env)).stdout, 'No service is set aside.\n');
    t.match(await nodeProgress(database, mainNode), { pending: 3, setAside: 0 });
  });

  t.test('index rebuild explains that the embedded engine needs none', async (t) => {
    const { code, stdout } = await shirube(['index', 'rebuild'], env);
    t.equal(code, 0);
    t.match(stdout, /rebuilt from Postgres at every start of Shirube: there is nothing to do/);
    t.same(await shirubeJson(['index', 'rebuild'], env), { engine: 'embedded' });
  });

  t.test('index verify on the embedded engine says that no running process answers', async (t) => {
    t.match(await shirube(['index', 'verify'], env), {
      code: 1,
      stderr: /No process with the embedded engine answers/,
    });
  });

  t.test('index verify and index rebuild answer with one sentence while Meilisearch does not answer', async (t) => {
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

t.test('commands rebuild and verify the index in Meilisearch', async (t) => {
  const access = await meilisearch(t);
  if (!access) return;
  const { env: postgres, database } = await emptyCatalog(t);
  const env = { ...postgres, MEILI_URL: access.url, MEILI_API_KEY: access.apiKey };
  await shirubeJson(['import', '-'], env, lines(1, 1200));

  t.test('index status says that an index has not been created yet', async (t) => {
    t.match((await shirube(['index', 'status'], env)).stdout, /settings +not applied/);
  });

  t.test('index rebuild fills the index from the catalog', async (t) => {
    const { code, stdout } = await shirube(['index', 'rebuild'], env);
    t.equal(code, 0);
    t.match(stdout, /^Rebuilt the index with 1,200 services in/);
    await skipToEnd(database);
    const status = await shirubeJson(['index', 'status'], env);
    t.match(status.engine, { engine: 'meilisearch', documents: 1200 });
    t.same(status.engine.found, status.engine.wanted);
  });

  t.test('index verify finds a document that differs from the catalog, and --repair has it reindexed', async (t) => {
    t.match(await shirubeJson(['index', 'verify'], env), {
      checked: 1200,
      missing: { length: 0 },
      stale: { length: 0 },
      surplus: { length: 0 },
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

t.test('commands list, drain and remove search nodes', async (t) => {
  const { env, database } = await emptyCatalog(t);
  // A negative age keeps a node from becoming stale while the commands run.
  const see = (node: string, secondsAgo: number) =>
    database.query('update search_nodes set seen_at = clock_timestamp() - make_interval(secs => $2) where name = $1', [
      node,
      secondsAgo,
    ]);

  t.test('the only search node can be neither drained nor removed', async (t) => {
    for (const command of ['drain', 'remove']) {
      const { code, stderr } = await shirube(['nodes', command, 'main'], env);
      t.equal(code, 1);
      t.match(stderr, 'No other search node is in rotation, so main is needed');
    }
    t.match(await shirubeJson(['nodes', 'list'], env), [{ name: 'main', state: 'serving' }]);
    const { code, stderr } = await shirube(['nodes', 'drain', 'nobody'], env);
    t.equal(code, 1);
    t.match(stderr, 'There is no search node nobody');
  });

  t.test('nodes list shows the state of every node, and the doctor warns of one that is out of rotation', async (t) => {
    await joinNode(database, 'second');
    await registerService(database, registration());
    await see('main', -3_600);
    const { stdout } = await shirube(['nodes', 'list'], env);
    t.match(stdout, /^NAME +STATE +IN ROTATION +PENDING/);
    t.match(stdout, /\nmain +serving +yes +1 /);
    t.match(stdout, /\nsecond +filling +no +1 /);
    t.match((await shirube(['doctor'], env)).stdout, /warning +search nodes +.*second is filling/);
    await database.query("update changes set at = now() - interval '5 minutes'");
    t.match(await shirube(['doctor'], env), {
      code: 2,
      stdout: /FAULT +search nodes +none is current: main is serving, 5 min behind \(1 service\)/,
    });
    await database.query('update changes set at = now()');
  });

  t.test('nodes drain takes a node out of rotation, and --undo takes it back', async (t) => {
    await markFilled(database, 'second');
    await see('second', -3_600);
    t.match(await shirubeJson(['nodes', 'drain', 'main'], env), { name: 'main', state: 'draining' });
    t.match(await shirubeJson(['nodes', 'list'], env), [{ state: 'draining', inRotation: false }, {}]);
    t.match(await shirubeJson(['nodes', 'drain', 'main', '--undo'], env), { state: 'behind' });
    t.equal((await shirube(['nodes', 'drain', 'main', '--undo'], env)).code, 1);
  });

  t.test('nodes remove removes a node whose indexers are stopped', async (t) => {
    await see('main', -3_600);
    await see('second', -3_600);
    const { code, stderr } = await shirube(['nodes', 'remove', 'main'], env);
    t.equal(code, 1);
    t.match(stderr, 'An indexer of the node main still runs');
    await see('main', 60);
    await see('second', -3_600);
    t.match(await shirubeJson(['nodes', 'remove', 'main'], env), { name: 'main', dropped: 1 });
    t.match(await shirubeJson(['nodes', 'list'], env), [{ name: 'second', pending: 1 }]);
  });
});

t.test('engine keys prints the same keys of reader and indexer every time', async (t) => {
  const access = await meilisearch(t);
  if (!access) return;
  const env = { MEILI_URL: access.url, MEILI_MASTER_KEY: access.apiKey };
  const keys = await shirubeJson(['engine', 'keys'], env);
  t.not(keys.reader, keys.indexer);
  t.same(await shirubeJson(['engine', 'keys'], env), keys);
  const quiet = await shirube(['engine', 'keys', '--quiet'], env);
  t.equal(quiet.code, 0);
  t.equal(quiet.stdout, 'The keys of reader and indexer are in place.\n');
});

t.test('engine keys answers with one sentence if MEILI_URL is missing or Meilisearch does not answer', async (t) => {
  const unset = await shirube(['engine', 'keys'], { MEILI_MASTER_KEY: '' });
  t.equal(unset.code, 1);
  t.match(unset.stderr, /^shirube: .*MEILI_URL.*\n$/);
  const env = { MEILI_URL: 'http://127.0.0.1:1', MEILI_MASTER_KEY: 'a-master-key-of-16' };
  const away = await shirube(['engine', 'keys'], env);
  t.equal(away.code, 1);
  t.match(away.stderr, /^shirube: Meilisearch at http:\/\/127\.0\.0\.1:1 cannot be used: .*\n$/);
});
