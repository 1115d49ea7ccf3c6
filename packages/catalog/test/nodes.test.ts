import { readdir, readFile } from 'node:fs/promises';
import { testDatabaseUrl, until } from '@shirube/testing';
import t from 'tap';
import {
  changeService,
  claimPending,
  confirmIndexed,
  type Database,
  drainNode,
  dropLostNodes,
  findPending,
  joinNode,
  ledgerStatus,
  listenForIndexed,
  listNodes,
  mainNode,
  markFilled,
  migrate,
  nodesAtWork,
  openDatabase,
  readRotation,
  removeNode,
  removeService,
  reportNode,
  undrainNode,
} from '../dist/index.js';
import { register, testCatalog } from './testCatalog.js';

const second = 'second';

async function joinFilled(database: Database, name: string): Promise<void> {
  await joinNode(database, name);
  await markFilled(database, name);
}

async function index(database: Database, node: string): Promise<void> {
  const claimed = await claimPending(database, node, 'test', [], { upTo: 1_000 });
  await confirmIndexed(database, node, claimed);
}

const inRotation = async (database: Database) =>
  (await readRotation(database)).filter((node) => node.inRotation).map(({ name }) => name);

/** Lets the last moments of a node lie so many seconds back. */
const age = (database: Database, column: 'seen_at' | 'state_since', node: string, seconds: number) =>
  database.query(
    `update search_nodes set ${column} = clock_timestamp() - make_interval(secs => $2) where name = $1`,
    [node, seconds],
  );

const ageLedger = (database: Database, node: string, seconds: number) =>
  database.query(
    'update pending_index set since = clock_timestamp() - make_interval(secs => $2) where node = $1',
    [node, seconds],
  );

t.test('the ledger and the hold of the version with one index become those of main', async (t) => {
  const database = openDatabase(await testDatabaseUrl(t));
  t.teardown(() => database.end());
  const folder = new URL('../migrations/', import.meta.url);
  const before = (await readdir(folder)).filter((name) => name < '0006').sort();
  await database.query(
    'create table schema_migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  for (const name of before) {
    await database.query(await readFile(new URL(name, folder), 'utf8'));
    await database.query('insert into schema_migrations (name) values ($1)', [name]);
  }
  await database.query(
    `insert into pending_index (service_id, revision) values ('01890000-0000-7000-8000-000000000001', 3)`,
  );
  await migrate(database);
  t.match(await claimPending(database, mainNode, 'one', [], { upTo: 10 }), [{ revision: 3 }]);
  const { id } = await register(database);
  t.same(await findPending(database, mainNode, [id]), new Set([id]));
  t.match(await readRotation(database), [{ name: mainNode, state: 'serving', inRotation: true }]);
});

t.test('every change is noted for each node, and each node confirms for itself', async (t) => {
  const database = await testCatalog(t);
  await joinNode(database, second);
  const { id } = await register(database);
  t.same((await ledgerStatus(database, mainNode)).pending, 1);
  t.same((await ledgerStatus(database, second)).pending, 1);
  await index(database, mainNode);
  t.same((await ledgerStatus(database, mainNode)).pending, 0);
  t.same((await ledgerStatus(database, second)).pending, 1, 'the other node has not confirmed it');
  await changeService(database, id, { status: 'verified' });
  await removeService(database, id);
  const [gone] = await claimPending(database, second, 'test', [id]);
  t.match(gone, { id, entry: undefined });
  t.same((await ledgerStatus(database, mainNode)).pending, 1);
});

t.test('a node that joins waits for changes that were made without knowing it', async (t) => {
  const database = await testCatalog(t);
  const { id } = await register(database);
  const writer = await database.connect();
  await writer.query('begin');
  await writer.query("update services set status = 'verified' where id = $1", [id]);
  let joined = false;
  const join = joinNode(database, second).then((state) => {
    joined = true;
    return state;
  });
  const isWaiting = async () =>
    (await database.query("select from pg_locks where mode = 'ExclusiveLock' and not granted")).rowCount ===
    1;
  await until(isWaiting, { message: 'it does not wait' });
  t.notOk(joined);
  await writer.query('commit');
  writer.release();
  t.equal(await join, 'filling');
  t.equal(await joinNode(database, second), 'filling', 'joining again changes nothing');
});

t.test('a change that waits for a node to join is noted for it', async (t) => {
  const database = await testCatalog(t);
  await register(database);
  const joiner = await database.connect();
  await joiner.query('begin');
  await joiner.query('lock table search_nodes in exclusive mode');
  await joiner.query("insert into search_nodes (name) values ('second')");
  const registering = register(database);
  const isWaiting = async () =>
    (await database.query("select from pg_locks where mode = 'RowShareLock' and not granted")).rowCount === 1;
  await until(isWaiting, { message: 'it does not wait' });
  await joiner.query('commit');
  joiner.release();
  const { id } = await registering;
  t.same(await findPending(database, second, [id]), new Set([id]));
});

t.test('a registration during the removal of a node is stored, without a row for it', async (t) => {
  const database = await testCatalog(t);
  await joinNode(database, second);
  const remover = await database.connect();
  await remover.query('begin');
  await remover.query("delete from search_nodes where name = 'second'");
  const registering = register(database);
  const isWaiting = async () =>
    (await database.query('select from pg_locks where not granted')).rowCount === 1;
  await until(isWaiting, { message: 'it does not wait' });
  await remover.query('commit');
  remover.release();
  const { id } = await registering;
  t.same(await findPending(database, mainNode, [id]), new Set([id]));
  t.same(
    (await listNodes(database)).map(({ name }) => name),
    [mainNode],
  );
});

t.test('readers use nodes that are whole and at most some seconds behind the most current one', async (t) => {
  const database = await testCatalog(t);
  await joinNode(database, second);
  t.same(await inRotation(database), [mainNode], 'one that is being filled is not used');
  await register(database);
  await markFilled(database, second);
  t.same(await inRotation(database), [mainNode, second]);

  await ageLedger(database, second, 30);
  t.same(await inRotation(database), [mainNode], 'nor one that is too far behind');
  await ageLedger(database, mainNode, 27);
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

t.test('a node that was out of reach comes back when it has caught up', async (t) => {
  const database = await testCatalog(t);
  await joinFilled(database, second);
  t.equal(await reportNode(database, second, { answers: false }), 'behind');
  await register(database);
  await index(database, mainNode);
  await ageLedger(database, second, 3);
  t.equal(await reportNode(database, second, { answers: true }), 'behind', 'it lacks what came meanwhile');
  await index(database, second);
  t.equal(await reportNode(database, second, { answers: true }), 'serving');

  await reportNode(database, mainNode, { answers: false });
  await drainNode(database, second);
  await register(database);
  await ageLedger(database, mainNode, 60);
  t.equal(await reportNode(database, mainNode, { answers: true }), 'serving', 'the only one serves as it is');
});

t.test('who waits for a service waits for every node in rotation, and for no other', async (t) => {
  const database = await testCatalog(t);
  const listener = listenForIndexed(database);
  t.teardown(() => listener.close());
  await joinFilled(database, second);

  const first = await register(database);
  let searchable = false;
  const waiting = listener.wait(first.id, 20_000).then((outcome) => {
    searchable = true;
    return outcome;
  });
  const isAwaited = async () =>
    (await database.query('select from pending_index where awaited')).rowCount === 2;
  await until(isAwaited, { message: 'it is not awaited' });
  await index(database, mainNode);
  t.equal(await listener.wait(first.id, 0), false, 'one of two nodes is not enough');
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
    await index(database, mainNode);
    t.equal(await listener.wait(id, 0), false, 'a reader may not have noticed yet');
    t.equal(await listener.wait(id, 10_000), true, `a node that is ${state} is not waited for`);
    await index(database, second);
  }

  await reportNode(database, mainNode, { answers: false });
  await age(database, 'state_since', mainNode, 60);
  await age(database, 'state_since', second, 60);
  const { id } = await register(database);
  t.equal(await listener.wait(id, 0), false, 'where no node is in rotation, any may be asked');
});

t.test('the ledger of a node that is gone for long is dropped, and the node is filled again', async (t) => {
  const database = await testCatalog(t);
  await joinFilled(database, second);
  for (let count = 0; count < 3; count++) await register(database);
  const bounds = { unseenSeconds: 60, pending: 2 };
  t.same(await dropLostNodes(database, bounds), [], 'its indexers are at work');
  await age(database, 'seen_at', second, 61);
  t.same(await dropLostNodes(database, { ...bounds, pending: 3 }), [], 'not much waits for it');
  t.same(await dropLostNodes(database, bounds), [second]);
  t.same(await dropLostNodes(database, bounds), []);
  await register(database);
  t.match(await listNodes(database), [
    { name: mainNode, pending: 4 },
    { name: second, state: 'lost', pending: 0, inRotation: false },
  ]);
  t.equal(await reportNode(database, second, { answers: true }), undefined, 'it has to join again');
  t.equal(await joinNode(database, second), 'filling');
  await register(database);
  t.equal((await ledgerStatus(database, second)).pending, 1);
});

t.test('a node that is removed takes its ledger along', async (t) => {
  const database = await testCatalog(t);
  await joinFilled(database, second);
  await register(database);
  const progress: number[] = [];
  t.equal(await removeNode(database, second, (dropped) => progress.push(dropped)), true);
  t.same(progress, [1]);
  t.equal(await removeNode(database, second), false);
  t.equal((await ledgerStatus(database, second)).pending, 0);
  t.equal(await reportNode(database, second, { answers: true }), undefined);
});
