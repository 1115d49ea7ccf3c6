import { lockAwaited, openTransaction, register, testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import {
  type Database,
  drainNode,
  joinNode,
  listenForIndexed,
  listNodes,
  mainNode,
  markFilled,
  nodeFollower,
  nodeProgress,
  nodesAtWork,
  readRotation,
  removeNode,
  reportNode,
  skipToEnd,
  undrainNode,
} from '../dist/index.js';

const second = 'second';

/** Has a node pass everything that is in the log. */
async function index(database: Database, node: string): Promise<void> {
  await database.query('insert into followers (name) values ($1) on conflict do nothing', [nodeFollower(node)]);
  await skipToEnd(database, nodeFollower(node));
}

async function joinFilled(database: Database, name: string): Promise<void> {
  await joinNode(database, name);
  await index(database, name);
  await markFilled(database, name);
}

const inRotation = async (database: Database) =>
  (await readRotation(database)).filter((node) => node.inRotation).map(({ name }) => name);

/** Lets every node have reported as of in an hour, so that none counts as gone on a slow machine. */
const reportAhead = (database: Database) =>
  database.query("update search_nodes set seen_at = clock_timestamp() + interval '1 hour'");

/** Lets the last moments of a node lie so many seconds back. */
const age = (database: Database, column: 'seen_at' | 'state_since', node: string, seconds: number) =>
  database.query(`update search_nodes set ${column} = clock_timestamp() - make_interval(secs => $2) where name = $1`, [
    node,
    seconds,
  ]);

/** Lets what a node lacks lie so many seconds back. */
const ageLog = (database: Database, node: string, seconds: number) =>
  database.query(
    `update changes set at = clock_timestamp() - make_interval(secs => $2) from followers
      where name = $1 and (changes.transaction_id, changes.number) > (followers.transaction_id, followers.number)`,
    [nodeFollower(node), seconds],
  );

t.test('each node has a cursor of its own', async (t) => {
  const database = await testCatalog(t);
  await joinFilled(database, second);
  await register(database);
  t.equal((await nodeProgress(database, mainNode)).pending, 1);
  await index(database, mainNode);
  t.equal((await nodeProgress(database, mainNode)).pending, 0);
  t.equal((await nodeProgress(database, second)).pending, 1, 'the other node has not confirmed it');
  t.match(await listNodes(database), [
    { name: mainNode, pending: 0, lagSeconds: 0 },
    { name: second, pending: 1 },
  ]);
  t.equal(await joinNode(database, second), 'serving', 'joining again changes nothing');
});

t.test('readers use nodes that are filled and at most some seconds behind the most current one', async (t) => {
  const database = await testCatalog(t);
  await register(database);
  await index(database, mainNode);
  await joinNode(database, second);
  await reportAhead(database);
  t.same(await inRotation(database), [mainNode], 'one that is being filled is not used');
  await joinFilled(database, second);
  await reportAhead(database);
  t.same(await inRotation(database), [mainNode, second]);

  await register(database);
  await index(database, mainNode);
  await ageLog(database, second, 30);
  t.same(await inRotation(database), [mainNode], 'nor one that is too far behind');
  await register(database);
  await ageLog(database, second, 30);
  await database.query(
    "update changes set at = at + interval '3 seconds' where number = (select max(number) from changes)",
  );
  t.same(await inRotation(database), [mainNode, second], 'unless all are');
  await index(database, mainNode);
  await index(database, second);

  await age(database, 'seen_at', second, 60);
  t.same(await inRotation(database), [mainNode], 'nor one whose indexers are gone');
  t.same((await nodesAtWork(database)).length, 1);
  await reportNode(database, second, { answers: true });
  t.same(await inRotation(database), [mainNode, second]);

  t.equal(await drainNode(database, second), true);
  t.same(await inRotation(database), [mainNode], 'nor one that is drained');
  t.equal(await undrainNode(database, second), true);
  await reportNode(database, second, { answers: true });
  t.same(await inRotation(database), [mainNode, second]);
  t.equal(await drainNode(database, 'nobody'), false);
});

t.test('a node that did not answer serves again when it has caught up, or if it is the only one', async (t) => {
  const database = await testCatalog(t);
  await joinFilled(database, second);
  t.equal(await reportNode(database, second, { answers: false }), 'behind');
  await register(database);
  await index(database, mainNode);
  await ageLog(database, second, 3);
  t.equal(await reportNode(database, second, { answers: true }), 'behind', 'it lacks what came meanwhile');
  await index(database, second);
  t.equal(await reportNode(database, second, { answers: true }), 'serving');

  await reportNode(database, mainNode, { answers: false });
  await drainNode(database, second);
  await register(database);
  await ageLog(database, mainNode, 60);
  t.equal(await reportNode(database, mainNode, { answers: true }), 'serving', 'the only one serves as it is');
});

t.test('a wait for a service waits for every node in rotation, and for no other', async (t) => {
  const database = await testCatalog(t);
  const listener = listenForIndexed(database);
  t.teardown(() => listener.close());
  await joinFilled(database, second);
  await reportAhead(database);

  const first = await register(database);
  let searchable = false;
  const waiting = listener.wait(first.id, 240_000).then((outcome) => {
    searchable = true;
    return outcome;
  });
  await index(database, mainNode);
  await ageLog(database, second, 0);
  t.equal(await listener.wait(first.id, 0.5), false, 'one of two nodes is not enough');
  t.notOk(searchable);
  await index(database, second);
  t.equal(await waiting, true);

  for (const [state, leave] of [
    ['draining', () => drainNode(database, second)],
    ['behind', () => reportNode(database, second, { answers: false })],
  ] as const) {
    await undrainNode(database, second);
    await reportNode(database, second, { answers: true });
    const { id } = await register(database);
    await leave();
    await reportAhead(database);
    await index(database, mainNode);
    await ageLog(database, second, 0);
    await age(database, 'state_since', second, -60);
    t.equal(await listener.wait(id, 0), false, 'a reader may not have noticed yet');
    await age(database, 'state_since', second, 60);
    t.equal(await listener.wait(id, 240_000), true, `a node that is ${state} is not waited for`);
    await index(database, second);
  }

  await reportNode(database, mainNode, { answers: false });
  await age(database, 'state_since', mainNode, 60);
  await age(database, 'state_since', second, 60);
  const { id } = await register(database);
  t.equal(await listener.wait(id, 0), false, 'where no node is in rotation, any may be asked');
});

t.test('a node that was removed is not counted, and cannot report', async (t) => {
  const database = await testCatalog(t);
  await joinFilled(database, second);
  await register(database);
  t.equal(await removeNode(database, second), true);
  t.equal(await removeNode(database, second), false);
  t.equal((await nodeProgress(database, second)).pending, 0);
  t.equal(await reportNode(database, second, { answers: true }), undefined);
});

t.test('a node that is drained while it reports stays drained', async (t) => {
  const database = await testCatalog(t);
  await joinFilled(database, second);
  const operator = await openTransaction(t, database);
  await drainNode(operator, second);
  const reported = reportNode(database, second, { answers: true });
  await lockAwaited(database);
  await operator.query('commit');
  t.equal(await reported, 'draining');
});
