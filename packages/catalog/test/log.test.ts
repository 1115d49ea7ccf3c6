import { randomUUID } from 'node:crypto';
import { until } from '@shirube/testing';
import { outstanding, register, testCatalog } from '@shirube/testing/catalog';
import t, { type Test } from 'tap';
import {
  acquireLease,
  advance,
  changeService,
  type Database,
  endLease,
  findLogEnd,
  findLogHolder,
  findPending,
  listenForIndexed,
  listSetAside,
  loadChanged,
  mainNode,
  nodeFollower,
  nodeProgress,
  noteRefusals,
  pruneLog,
  readLog,
  recordCheck,
  releaseLease,
  removeService,
  renewLease,
  reserveLease,
  retrySetAside,
  skipToEnd,
  touchServices,
} from '../dist/index.js';

const beginning = { transaction: 0n, number: 0n };

/** Everything behind a place, once older transactions have ended, those of other tests in the same Postgres too. */
async function readSettled(database: Database, after = beginning, limit = 1_000) {
  return until(
    async () => {
      const page = await readLog(database, after, limit);
      return page && !page.isWaiting ? page : undefined;
    },
    { message: 'older transactions do not end' },
  );
}

async function aService(t: Test) {
  const database = await testCatalog(t);
  const { id } = await register(database, { category: 'weather' });
  return { database, id };
}

t.test('every write appends one entry, and what search does not know appends none', async (t) => {
  const { database, id } = await aService(t);
  await changeService(database, id, { trustScore: 40 });
  await changeService(database, id, { status: 'verified' });
  for (const uptimeScore of [0.05, 9, 9.06, 9.09]) {
    await recordCheck(database, id, { uptimeScore, lastChecked: new Date(), txCount: 1, totalRevenue: '1' });
  }
  await touchServices(database, [id]);
  await removeService(database, id);
  const { entries } = await readSettled(database);
  t.match(entries, [
    { serviceId: id, type: 'created' },
    { type: 'status', columns: ['trust_score'], status: undefined },
    {
      type: 'status',
      columns: ['status'],
      status: { from: 'unverified', to: 'verified', reason: 'operator' },
    },
    { type: 'touched' },
    { type: 'touched' },
    { type: 'deleted' },
  ]);
  t.equal(entries.length, 6, 'uptime counts once it differs by 0.1 from what search knows');
});

t.test('services has two trigger functions, which the repeatable files show', async (t) => {
  const database = await testCatalog(t);
  const { rows } = await database.query<{ name: string }>(
    `select distinct proname as name from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where tgrelid in ('services'::regclass, 'changes'::regclass) and not tgisinternal order by 1`,
  );
  t.strictSame(
    rows.map(({ name }) => name),
    ['append_to_log', 'follow_moderation'],
  );
});

t.test('an entry that commits late is never skipped', async (t) => {
  const { database, id } = await aService(t);
  const { position } = await readSettled(database);
  const slow = await database.connect();
  await slow.query('begin');
  await slow.query('update services set trust_score = 3 where id = $1', [id]);
  const quick = await register(database);
  const waiting = await readLog(database, position, 10);
  t.match(waiting, { entries: [], isWaiting: true }, 'what came later waits for it');
  await slow.query('commit');
  slow.release();
  const { entries } = await readSettled(database, position);
  t.match(entries, [
    { serviceId: id, type: 'status' },
    { serviceId: quick.id, type: 'created' },
  ]);
});

t.test('who holds the log back is named', async (t) => {
  const { database, id } = await aService(t);
  const open = await database.connect();
  // It stays open for as long as older transactions of other tests in the same Postgres do.
  await open.query("set application_name = 'forgetful'; set idle_in_transaction_session_timeout = 0");
  await open.query('begin');
  await open.query('update services set trust_score = 3 where id = $1', [id]);
  const isNamed = async () => (await findLogHolder(database))?.application === 'forgetful';
  await until(isNamed, { message: 'it is not named' });
  await open.query('rollback');
  open.release(true);
});

t.test('a transaction that stays open is ended, and what waited for it is read', async (t) => {
  const { database, id } = await aService(t);
  const { position } = await readSettled(database);
  const { rows } = await database.query<{ timeout: string }>(
    "select current_setting('idle_in_transaction_session_timeout') as timeout",
  );
  t.not(rows[0]?.timeout, '0', 'every connection to the catalog has a deadline');
  const open = await database.connect();
  const ended = new Promise((resolve) => open.once('error', resolve));
  await open.query('begin');
  await open.query('update services set trust_score = 3 where id = $1', [id]);
  const quick = await register(database);
  const { entries } = await until(
    async () => {
      const page = await readLog(database, position, 10);
      return page && page.entries.length > 0 ? page : undefined;
    },
    { message: 'the deadline does not come' },
  );
  t.match(entries, [{ serviceId: quick.id, type: 'created' }]);
  await ended;
  open.release(true);
});

/** Lets leases that are held last, however slow the machine is. */
const extendLeases = (database: Database) =>
  database.query("update followers set leased_until = 'infinity' where holder is not null");

t.test('one holder at a time has the lease of a follower, until it lets go or dies', async (t) => {
  const { database } = await aService(t);
  const one = { follower: 'test', holder: randomUUID() };
  const two = { follower: 'test', holder: randomUUID() };
  t.match(await acquireLease(database, one), { cursor: beginning, isStarted: false });
  await extendLeases(database);
  t.equal(await acquireLease(database, two), undefined);
  t.equal(await renewLease(database, one), 'held');
  t.equal(await renewLease(database, two), 'lost');
  const end = await findLogEnd(database);
  t.equal(await advance(database, one, end), 'held');
  t.equal(await advance(database, two, beginning), 'lost', 'and who has not cannot move the cursor');

  await releaseLease(database, one);
  t.match(await acquireLease(database, two), { cursor: end, isStarted: true });
  await database.query("update followers set leased_until = now() - interval '1 second'");
  t.ok(await acquireLease(database, one), 'a lease that nobody renews runs out');
  t.equal(await renewLease(database, two), 'lost');
  await endLease(database, 'test');
  t.ok(await acquireLease(database, two), 'nobody waits for a holder that is known to be dead');
});

t.test('who reserves a lease gets the next one', async (t) => {
  const { database } = await aService(t);
  const holder = { follower: 'test', holder: randomUUID() };
  const other = { follower: 'test', holder: randomUUID() };
  const guest = { follower: 'test', holder: randomUUID() };
  await acquireLease(database, holder);
  await reserveLease(database, guest, 60);
  t.equal(await renewLease(database, holder), 'wanted');
  await extendLeases(database);
  t.equal(await acquireLease(database, guest), undefined, 'what is under way is waited for');
  await releaseLease(database, holder);
  t.equal(await acquireLease(database, other), undefined);
  t.ok(await acquireLease(database, guest));
  await releaseLease(database, guest);
  t.ok(await acquireLease(database, holder), 'then all goes on');

  await reserveLease(database, guest, -1);
  t.equal(await renewLease(database, holder), 'held', 'a reservation of one who has died runs out');
});

t.test('what a node lacks is counted, and a service counts once', async (t) => {
  const { database, id } = await aService(t);
  await changeService(database, id, { trustScore: 40 });
  const other = await register(database);
  t.match(await nodeProgress(database, mainNode), { pending: 2, setAside: 0 });
  t.ok((await nodeProgress(database, mainNode)).oldestSeconds > 0);
  t.same(await findPending(database, mainNode, [id]), new Set([id]));
  await skipToEnd(database);
  t.match(await nodeProgress(database, mainNode), { pending: 0, oldestSeconds: 0 });
  t.same(await findPending(database, mainNode, [id, other.id]), new Set());
});

t.test('what the engine refuses is set aside with its reason, until it is retried or taken', async (t) => {
  const { database, id } = await aService(t);
  const refused = { id, revision: 1, reason: 'the price is no number' };
  await noteRefusals(database, mainNode, [], [refused]);
  await skipToEnd(database);
  t.match(await nodeProgress(database, mainNode), { pending: 0, setAside: 1 });
  t.match(await listSetAside(database), [{ ...refused, node: mainNode }]);
  t.same(await findPending(database, mainNode, [id]), new Set([id]));

  t.same(await retrySetAside(database), [id]);
  t.match(await outstanding(database), [{ id, type: 'touched' }]);
  t.match(await nodeProgress(database, mainNode), { pending: 1, setAside: 0 });
  t.same(await retrySetAside(database, [id]), [], 'nothing to retry');

  await noteRefusals(database, mainNode, [], [{ ...refused, reason: 'still no number' }]);
  await noteRefusals(database, mainNode, [id], []);
  t.same(await listSetAside(database), [], 'what the engine takes is set aside no longer');

  await changeService(database, id, { trustScore: 50 });
  await noteRefusals(database, mainNode, [], [refused]);
  t.same(await listSetAside(database), [], 'nor what has changed since, which a later batch may have brought');
});

t.test('services are loaded as they are now, with their labels, and what is gone is told', async (t) => {
  const { database, id } = await aService(t);
  const gone = await register(database);
  await removeService(database, gone.id);
  const { entries } = await readSettled(database);
  const changed = await loadChanged(database, entries);
  t.match(changed, {
    entries: [{ revision: 1, service: { id }, categoryLabel: 'Weather', categoryLabelJa: '天気' }],
    gone: [gone.id],
  });
});

t.test('a follower that has been away for longer than the log is kept is told so', async (t) => {
  const { database, id } = await aService(t);
  const { position } = await readSettled(database);
  await removeService(database, id);
  await readSettled(database);
  await pruneLog(database, -1);
  t.equal(await readLog(database, position, 10), undefined);
  t.match(await readLog(database, await findLogEnd(database), 10), { entries: [] });
  const { rows } = await database.query('select name from followers');
  t.strictSame(rows, [{ name: nodeFollower(mainNode) }], 'and is pruned, unless it is that of a search node');
});

/** Has the node main pass everything that is in the log. */
async function passAll(database: Database): Promise<void> {
  const lease = { follower: nodeFollower(mainNode), holder: randomUUID() };
  await endLease(database, lease.follower);
  await acquireLease(database, lease);
  const { position } = await readSettled(database);
  await advance(database, lease, position);
}

t.test('who waits for a service is told once it is searchable', async (t) => {
  const { database, id } = await aService(t);
  let announcements = 0;
  const listener = listenForIndexed(database, () => announcements++);
  t.equal(await listener.wait(id, 20), false, 'not yet');
  const waiting = listener.wait(id, 60_000);
  await passAll(database);
  t.equal(await waiting, true);
  const before = announcements;
  t.equal(await listener.wait(id, 0), true, 'at once when it is searchable already');
  t.equal(announcements, before + 1, 'after it was announced, whenever the notification comes');
  await listener.close();
});

t.test('nobody is told of the progress of followers that nobody waits for', async (t) => {
  const { database } = await aService(t);
  const client = await database.connect();
  t.teardown(() => client.release(true));
  const announced: unknown[] = [];
  client.on('notification', ({ payload }) => announced.push(payload));
  await client.query('listen shirube_advanced');
  const end = await findLogEnd(database);
  const node = nodeFollower(mainNode);
  for (const follower of ['monitor', node]) {
    const lease = { follower, holder: randomUUID() };
    await acquireLease(database, lease);
    t.equal(await advance(database, lease, end), 'held');
  }
  await until(() => announced.length > 0, { message: 'nothing is announced' });
  t.strictSame(announced, [node]);
});

t.test('what becomes searchable unawaited is announced too, many at once as few', async (t) => {
  const { database } = await aService(t);
  let announcements = 0;
  const listener = listenForIndexed(database, () => announcements++);
  t.teardown(() => listener.close());
  const unknown = '01990000-0000-7000-8000-000000000000';
  t.equal(await listener.wait(unknown, 20), true, 'it listens');
  const lease = { follower: nodeFollower(mainNode), holder: randomUUID() };
  await acquireLease(database, lease);
  const end = await findLogEnd(database);
  const turns = 100;
  for (let turn = 0; turn < turns; turn++) await advance(database, lease, end);
  await until(() => announcements > 1, { message: 'nothing is announced' });
  t.ok(announcements < turns, `several within a moment are one: ${announcements}`);
});
