import { joinNode, markFilled, migrate, registerService } from '@shirube/catalog';
import { registration } from '@shirube/testing';
import t from 'tap';
import { emptyCatalog } from './emptyCatalog.js';
import { shirube, shirubeJson } from './shirube.js';

t.test('nodes', async (t) => {
  const { env, database } = await emptyCatalog(t);
  await migrate(database);
  // A negative age keeps a node from becoming stale while the commands run.
  const see = (node: string, secondsAgo: number) =>
    database.query('update search_nodes set seen_at = clock_timestamp() - make_interval(secs => $2) where name = $1', [
      node,
      secondsAgo,
    ]);

  t.test('the only node is neither drained nor removed by mistake', async (t) => {
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

  t.test('list shows how every node stands, and the doctor warns of one that is out of rotation', async (t) => {
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

  t.test('drain takes a node out of rotation, and can be undone', async (t) => {
    await markFilled(database, 'second');
    await see('second', -3_600);
    t.match(await shirubeJson(['nodes', 'drain', 'main'], env), { name: 'main', state: 'draining' });
    t.match(await shirubeJson(['nodes', 'list'], env), [{ state: 'draining', inRotation: false }, {}]);
    t.match(await shirubeJson(['nodes', 'drain', 'main', '--undo'], env), { state: 'behind' });
    t.equal((await shirube(['nodes', 'drain', 'main', '--undo'], env)).code, 1);
  });

  t.test('remove removes a node whose indexers are stopped', async (t) => {
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
