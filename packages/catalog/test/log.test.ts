import { randomUUID } from 'node:crypto';
import { until } from '@shirube/testing';
import { outstanding, register, testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
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
  openDatabase,
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

const database = await testCatalog(t);

/** Everything after a position, once older transactions have ended. */
async function readConfirmed(catalog: Database, after = beginning) {
  return until(
    async () => {
      const page = await readLog(catalog, after, 1_000);
      return page && !page.isWaiting ? page : undefined;
    },
    { message: 'older transactions do not end' },
  );
}

const logEnd = async () => (await readConfirmed(database)).position;

async function registerWeather(): Promise<string> {
  const { id } = await register(database, { category: 'weather' });
  return id;
}

t.test('every write appends one entry, and what search does not know appends none', async (t) => {
  const position = await logEnd();
  const id = await registerWeather();
  await changeService(database, id, { trustScore: 40 });
  await changeService(database, id, { status: 'verified' });
  for (const uptimeScore of [0.05, 9, 9.06, 9.09]) {
    await recordCheck(database, id, { uptimeScore, lastChecked: new Date(), txCount: 1, totalRevenue: '1' });
  }
  await touchServices(database, [id]);
  await removeService(database, id);
  const { entries } = await readConfirmed(database, position);
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

t.test('the triggers of services and changes call two functions', async (t) => {
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
  const id = await registerWeather();
  const position = await logEnd();
  const slow = await database.connect();
  await slow.query('begin');
  await slow.query('update services set trust_score = 3 where id = $1', [id]);
  const quick = await register(database);
  const waiting = await readLog(database, position, 10);
  t.match(waiting, { entries: { length: 0 }, isWaiting: true }, 'what came later waits for it');
  await slow.query('commit');
  slow.release();
  const { entries } = await readConfirmed(database, position);
  t.match(entries, [
    { serviceId: id, type: 'status' },
    { serviceId: quick.id, type: 'created' },
  ]);
});

t.test('the transaction that holds the log back is named after two seconds', async (t) => {
  const id = await registerWeather();
  const open = await database.connect();
  await open.query("set application_name = 'forgetful'");
  await open.query('begin');
  await open.query('update services set trust_score = 3 where id = $1', [id]);
  const holder = await until(() => findLogHolder(database), { message: 'it is not named' });
  t.match(holder, { application: 'forgetful', state: 'idle in transaction' });
  await open.query('rollback');
  open.release(true);
});

t.test('a transaction that stays open is ended after its deadline, and later entries are read then', async (t) => {
  const id = await registerWeather();
  const position = await logEnd();
  const { rows } = await database.query<{ timeout: string }>(
    "select current_setting('idle_in_transaction_session_timeout') as timeout",
  );
  t.equal(rows[0]?.timeout, '10s', 'every connection to the catalog has a deadline');
  const impatient = openDatabase(`${database.url}&idle_in_transaction_session_timeout=100`);
  t.teardown(() => impatient.end());
  const open = await impatient.connect();
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
const extendLeases = () => database.query("update followers set leased_until = 'infinity' where holder is not null");

t.test('one holder at a time has the lease of a follower, until it releases it or dies', async (t) => {
  const one = { follower: 'leased', holder: randomUUID() };
  const two = { follower: 'leased', holder: randomUUID() };
  t.match(await acquireLease(database, one), { cursor: beginning, isStarted: false });
  await extendLeases();
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
  await endLease(database, 'leased');
  t.ok(await acquireLease(database, two), 'nobody waits for a holder that is known to be dead');
});

t.test('a holder that reserves a lease gets it next', async (t) => {
  const holder = { follower: 'reserved', holder: randomUUID() };
  const other = { follower: 'reserved', holder: randomUUID() };
  const guest = { follower: 'reserved', holder: randomUUID() };
  await acquireLease(database, holder);
  await reserveLease(database, guest, 60);
  t.equal(await renewLease(database, holder), 'wanted');
  await extendLeases();
  t.equal(await acquireLease(database, guest), undefined, 'what is under way is waited for');
  await releaseLease(database, holder);
  t.equal(await acquireLease(database, other), undefined);
  t.ok(await acquireLease(database, guest));
  await releaseLease(database, guest);
  t.ok(await acquireLease(database, holder), 'then all goes on');

  await reserveLease(database, guest, -1);
  t.equal(await renewLease(database, holder), 'held', 'a reservation of one who has died runs out');
});

t.test('the pending services of a node are counted, each once', async (t) => {
  await skipToEnd(database);
  const id = await registerWeather();
  await changeService(database, id, { trustScore: 40 });
  const other = await register(database);
  t.match(await nodeProgress(database, mainNode), { pending: 2, setAside: 0 });
  t.ok((await nodeProgress(database, mainNode)).oldestSeconds > 0);
  t.same(await findPending(database, mainNode, [id]), new Set([id]));
  await skipToEnd(database);
  t.match(await nodeProgress(database, mainNode), { pending: 0, oldestSeconds: 0 });
  t.same(await findPending(database, mainNode, [id, other.id]), new Set());
});

t.test('a service that the engine refuses is set aside with the reason, until it is retried or accepted', async (t) => {
  const id = await registerWeather();
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

t.test(
  'the services of entries are loaded as they are now, with their labels, and removed ones are listed',
  async (t) => {
    const position = await logEnd();
    const id = await registerWeather();
    const gone = await register(database);
    await removeService(database, gone.id);
    const { entries } = await readConfirmed(database, position);
    const changed = await loadChanged(database, entries);
    t.match(changed, {
      entries: [{ revision: 1, service: { id }, categoryLabel: 'Weather', categoryLabelJa: '天気' }],
      gone: [gone.id],
    });
  },
);

t.test('a follower that was away for longer than the log is kept has to start over', async (t) => {
  const database = await testCatalog(t);
  const { id } = await register(database);
  const { position } = await readConfirmed(database);
  await removeService(database, id);
  await readConfirmed(database);
  await pruneLog(database, -1);
  t.equal(await readLog(database, position, 10), undefined);
  t.match(await readLog(database, await findLogEnd(database), 10), { entries: { length: 0 } });
  const { rows } = await database.query('select name from followers');
  t.strictSame(rows, [{ name: nodeFollower(mainNode) }], 'and is pruned, unless it is that of a search node');
});

/** Takes the lease of a follower, whoever holds it. */
async function takeLease(follower: string) {
  const lease = { follower, holder: randomUUID() };
  await endLease(database, follower);
  await acquireLease(database, lease);
  return lease;
}

t.test('a wait for a service ends once it is searchable', async (t) => {
  const id = await registerWeather();
  let announcements = 0;
  const listener = listenForIndexed(database, () => announcements++);
  t.equal(await listener.wait(id, 20), false, 'not yet');
  const waiting = listener.wait(id, 60_000);
  await advance(database, await takeLease(nodeFollower(mainNode)), await logEnd());
  t.equal(await waiting, true);
  const before = announcements;
  t.equal(await listener.wait(id, 0), true, 'at once when it is searchable already');
  t.equal(announcements, before + 1, 'after it was announced, whenever the notification comes');
  await listener.close();
});

t.test('only the progress of search nodes is announced', async (t) => {
  const client = await database.connect();
  t.teardown(() => client.release(true));
  const announced: unknown[] = [];
  client.on('notification', ({ payload }) => announced.push(payload));
  await client.query('listen shirube_advanced');
  const end = await findLogEnd(database);
  const node = nodeFollower(mainNode);
  for (const follower of ['monitor', node]) {
    t.equal(await advance(database, await takeLease(follower), end), 'held');
  }
  await until(() => announced.length > 0, { message: 'nothing is announced' });
  t.strictSame(announced, [node]);
});

t.test('progress without a waiting caller is announced too, coalesced', async (t) => {
  let announcements = 0;
  const listener = listenForIndexed(database, () => announcements++);
  t.teardown(() => listener.close());
  const unknown = '01990000-0000-7000-8000-000000000000';
  t.equal(await listener.wait(unknown, 20), true, 'it listens');
  const lease = await takeLease(nodeFollower(mainNode));
  const end = await findLogEnd(database);
  const begun = performance.now();
  for (let turn = 0; turn < 100; turn++) await advance(database, lease, end);
  await until(() => announcements > 1, { message: 'nothing is announced' });
  const most = 2 + (performance.now() - begun) / 45;
  t.ok(announcements < most, `once in 50 ms: ${announcements} of 100, less than ${most}`);
});
