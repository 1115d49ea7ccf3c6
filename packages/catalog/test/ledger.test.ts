import { until } from '@shirube/testing';
import t, { type Test } from 'tap';
import {
  changeService,
  claimPending,
  confirmIndexed,
  countClaims,
  type Database,
  findOverdue,
  findPending,
  holdIndexing,
  ledgerStatus,
  listenForIndexed,
  listFailed,
  mainNode,
  markPending,
  recordCheck,
  releaseClaims,
  removeService,
  renewClaims,
  resumeIndexing,
  retryFailed,
  setAside,
} from '../dist/index.js';
import { ledger, register, testCatalog } from './testCatalog.js';

const claimOne = async (database: Database, id: string, indexer = 'one') => {
  const [claimed] = await claimPending(database, mainNode, indexer, [id]);
  if (!claimed) throw new Error('nothing to claim');
  return claimed;
};

/** Lets time pass for a claim, as the death of its indexer would. */
const expireClaims = (database: Database) =>
  database.query("update pending_index set claimed_until = now() - interval '1 second'");

async function aPendingService(t: Test) {
  const database = await testCatalog(t);
  const { id } = await register(database, { category: 'weather' });
  return { database, id };
}

t.test('a registration is pending until it is confirmed', async (t) => {
  const { database, id } = await aPendingService(t);
  t.same(await ledger(database), [{ id, revision: 1, claimed: false, reason: null }]);
  t.match(await ledgerStatus(database, mainNode), { pending: 1, failed: 0 });

  const claimed = await claimOne(database, id);
  t.match(claimed, {
    id,
    revision: 1,
    entry: { revision: 1, service: { id }, categoryLabel: 'Weather', categoryLabelJa: '天気' },
  });
  t.same(await claimPending(database, mainNode, 'two', [id]), [], 'no other indexer gets it meanwhile');

  t.same(await confirmIndexed(database, mainNode, [claimed]), []);
  t.same(await ledger(database), []);
  t.match(await ledgerStatus(database, mainNode), { pending: 0, oldestSeconds: 0, failed: 0 });
  t.same(await claimPending(database, mainNode, 'one', [id]), [], 'there is nothing left to do');
});

t.test('a service that changes while it is being indexed stays pending at its newer revision', async (t) => {
  const { database, id } = await aPendingService(t);
  const first = await claimOne(database, id);
  await changeService(database, id, { trustScore: 40 });
  t.same(await confirmIndexed(database, mainNode, [first]), [id], 'to be indexed once more');
  t.same(await ledger(database), [{ id, revision: 2, claimed: false, reason: null }]);

  const second = await claimOne(database, id, 'two');
  t.match(second, { revision: 2, entry: { service: { trustScore: 40 } } });
  t.same(await confirmIndexed(database, mainNode, [second]), []);
  t.same(await ledger(database), []);
});

t.test('a change that is committed during the confirmation is not kept waiting by its claim', async (t) => {
  const { database, id } = await aPendingService(t);
  const claimed = await claimOne(database, id);
  const writer = await database.connect();
  await writer.query('begin');
  await writer.query('update services set trust_score = 7 where id = $1', [id]);
  const confirmation = confirmIndexed(database, mainNode, [claimed]);
  const isBlocked = async () => {
    const { rowCount } = await database.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    return rowCount === 1;
  };
  await until(isBlocked, { message: 'the confirmation does not wait for the change' });
  await writer.query('commit');
  writer.release();
  t.same(await confirmation, [id]);
  t.same(await ledger(database), [{ id, revision: 2, claimed: false, reason: null }]);
});

t.test('an indexer that was slower than its claim cannot leave an older document behind', async (t) => {
  const { database, id } = await aPendingService(t);
  const slow = await claimOne(database, id, 'slow');
  await expireClaims(database);
  await changeService(database, id, { trustScore: 40 });
  const quick = await claimOne(database, id, 'quick');
  t.same(await confirmIndexed(database, mainNode, [quick]), []);
  t.same(await confirmIndexed(database, mainNode, [slow]), [id], 'the newer one is indexed again');
  t.same(await ledger(database), [{ id, revision: 2, claimed: false, reason: null }]);
});

t.test('a document that was put back after its service had gone is taken out again', async (t) => {
  const { database, id } = await aPendingService(t);
  const slow = await claimOne(database, id, 'slow');
  await expireClaims(database);
  await removeService(database, id);
  const quick = await claimOne(database, id, 'quick');
  t.equal(quick.entry, undefined);
  await confirmIndexed(database, mainNode, [quick]);
  t.same(await confirmIndexed(database, mainNode, [slow]), [id]);
  const again = await claimOne(database, id);
  t.equal(again.entry, undefined);
  t.same(await confirmIndexed(database, mainNode, [again]), []);
  t.same(await ledger(database), []);
});

t.test('a removed service is pending as gone', async (t) => {
  const { database, id } = await aPendingService(t);
  await confirmIndexed(database, mainNode, [await claimOne(database, id)]);
  t.match(await removeService(database, id), { outcome: 'done', service: { id } });
  t.same(await removeService(database, id), { outcome: 'removed' });
  const claimed = await claimOne(database, id);
  t.match(claimed, { id, revision: 2, entry: undefined });
  t.same(await confirmIndexed(database, mainNode, [claimed]), []);
  t.same(await ledger(database), []);
});

t.test('a claim ends by release, or when it is not renewed', async (t) => {
  const { database, id } = await aPendingService(t);
  await claimOne(database, id, 'one');
  await releaseClaims(database, mainNode, 'two', [id]);
  t.match(await ledger(database), [{ claimed: true }], 'nobody releases the claim of another');
  await releaseClaims(database, mainNode, 'one', [id]);
  t.match(await ledger(database), [{ claimed: false }]);

  await claimOne(database, id, 'one');
  await expireClaims(database);
  t.match(await ledger(database), [{ claimed: false }]);
  await renewClaims(database, mainNode, 'one', [id]);
  t.match(await ledger(database), [{ claimed: true }], 'a late renewal works while nobody else has it');
  await expireClaims(database);
  await claimOne(database, id, 'two');
  await expireClaims(database);
  await renewClaims(database, mainNode, 'one', [id]);
  t.match(await ledger(database), [{ claimed: false }], 'what another has claimed since is lost');
});

t.test('a refused service is set aside with the reason, until it changes or is retried', async (t) => {
  const { database, id } = await aPendingService(t);
  const healthy = await register(database);
  await setAside(database, mainNode, await claimOne(database, id), 'the price is no number');
  t.match(await listFailed(database), [
    { id, name: 'Plain Service', revision: 1, reason: 'the price is no number' },
  ]);
  t.match(await ledgerStatus(database, mainNode), { pending: 1, failed: 1 });
  t.match(await claimPending(database, mainNode, 'one', [id, healthy.id]), [{ id: healthy.id }]);
  t.same(await findOverdue(database, mainNode, 0, 10), [], 'the sweeper leaves it alone');

  t.same(await retryFailed(database), [id]);
  await setAside(database, mainNode, await claimOne(database, id), 'still no number');
  await changeService(database, id, { status: 'verified' });
  t.match(await ledgerStatus(database, mainNode), { pending: 2, failed: 0 }, 'a change is a new chance');

  const stale = await claimOne(database, id);
  await changeService(database, id, { status: 'inactive' });
  await setAside(database, mainNode, stale, 'about an older revision');
  t.match(
    await ledgerStatus(database, mainNode),
    { pending: 2, failed: 0 },
    'a newer revision gets its own verdict',
  );
  t.same(await retryFailed(database, [id]), [], 'nothing to retry');
});

t.test('what a check records is no change of the search document', async (t) => {
  const { database, id } = await aPendingService(t);
  await confirmIndexed(database, mainNode, [await claimOne(database, id)]);
  const check = { uptimeScore: 99.5, lastChecked: new Date(), txCount: 3, totalRevenue: '0.03' };
  t.equal(await recordCheck(database, id, check), true);
  t.same(await ledger(database), []);
});

t.test('what has waited too long, and nobody works on, is overdue, oldest first', async (t) => {
  const { database, id } = await aPendingService(t);
  const second = await register(database);
  await database.query(
    "update pending_index set since = since - interval '5 seconds' where service_id = $1",
    [second.id],
  );
  t.same(await findOverdue(database, mainNode, 3, 10), [second.id]);
  t.same(await findOverdue(database, mainNode, 0, 10), [second.id, id]);
  t.same(await findOverdue(database, mainNode, 0, 1), [second.id]);
  await claimOne(database, second.id);
  t.same(await findOverdue(database, mainNode, 3, 10), []);
  await expireClaims(database);
  t.same(
    await findOverdue(database, mainNode, 3, 10),
    [second.id],
    'the claim of a dead indexer does not hide it',
  );
});

t.test('drift is repaired by marking services pending, whether they are there or gone', async (t) => {
  const { database, id } = await aPendingService(t);
  await confirmIndexed(database, mainNode, [await claimOne(database, id)]);
  const gone = '01890000-0000-7000-8000-000000000000';
  await markPending(database, mainNode, [id, gone]);
  t.same(
    await findPending(database, mainNode, [id, gone, '01890000-0000-7000-8000-000000000001']),
    new Set([id, gone]),
  );
  const claimed = await claimPending(database, mainNode, 'one', [id, gone]);
  t.equal(claimed.length, 2);
  t.equal(claimed.find((service) => service.id === gone)?.entry, undefined);
  t.same(await confirmIndexed(database, mainNode, claimed), []);
  t.same(await ledger(database), []);
});

t.test('indexers that claim at once share the work without overlap', async (t) => {
  const database = await testCatalog(t);
  const ids = await Promise.all(Array.from({ length: 40 }, async () => (await register(database)).id));
  const claims = await Promise.all(
    ['a', 'b', 'c', 'd'].map((indexer) => claimPending(database, mainNode, indexer, ids)),
  );
  // What one was about to take the others passed over; it is there for the next who asks.
  claims.push(await claimPending(database, mainNode, 'e', ids));
  const claimed = claims.flat().map(({ id }) => id);
  t.same(claimed.sort(), ids.sort(), 'everything once, nothing twice');
  t.equal(await countClaims(database, mainNode), ids.length);
});

t.test('a claim takes along what has waited longest, as far as there is room', async (t) => {
  const database = await testCatalog(t);
  const ids = [];
  for (let count = 0; count < 6; count++) ids.push((await register(database)).id);
  const [oldest = '', second = '', third = '', , , newest = ''] = ids;
  const claimed = async (options?: { upTo: number }) =>
    (await claimPending(database, mainNode, 'one', [newest], options)).map(({ id }) => id).sort();
  t.same(await claimed({ upTo: 3 }), [oldest, second, newest].sort());
  t.same(await claimed({ upTo: 1 }), [third], 'when the named one is taken there is room for another');
  t.same(await claimed(), [], 'and none is asked for unless it is said so');
});

t.test('a hold lets nobody claim, and ends by itself or early', async (t) => {
  const { database, id } = await aPendingService(t);
  await holdIndexing(database, mainNode, 60);
  t.same(await claimPending(database, mainNode, 'one', [id]), []);
  await resumeIndexing(database, mainNode);
  t.equal((await claimPending(database, mainNode, 'one', [id])).length, 1);
  await releaseClaims(database, mainNode, 'one', [id]);
  await holdIndexing(database, mainNode, -1);
  t.equal((await claimPending(database, mainNode, 'one', [id])).length, 1);
});

t.test('a claim that is being made is visible to whoever holds indexing', async (t) => {
  const { database, id } = await aPendingService(t);
  const indexer = await database.connect();
  await indexer.query('begin');
  await indexer.query('select held_until from index_hold for share');
  const order: string[] = [];
  const held = holdIndexing(database, mainNode, 60).then(() => order.push('held'));
  await indexer.query(
    "update pending_index set claimed_by = 'one', claimed_until = now() + interval '9 seconds'",
  );
  order.push('claimed');
  await indexer.query('commit');
  indexer.release();
  await held;
  t.same(order, ['claimed', 'held']);
  t.equal(await countClaims(database, mainNode), 1);
  t.same(await claimPending(database, mainNode, 'two', [id]), []);
});

t.test('who waits for a service is told once it is searchable', async (t) => {
  const { database, id } = await aPendingService(t);
  let announcements = 0;
  const listener = listenForIndexed(database, () => announcements++);
  t.equal(await listener.wait(id, 20), false, 'not yet');
  const waiting = listener.wait(id, 10_000);
  await confirmIndexed(database, mainNode, [await claimOne(database, id)]);
  t.equal(await waiting, true);
  t.equal(await listener.wait(id, 10_000), true, 'at once when it is searchable already');
  t.equal(announcements, 1);
  await listener.close();
});

t.test('what becomes searchable unawaited is announced too, many at once as one', async (t) => {
  const { database } = await aPendingService(t);
  let announcements = 0;
  const listener = listenForIndexed(database, () => announcements++);
  t.teardown(() => listener.close());
  const unknown = '01990000-0000-7000-8000-000000000000';
  t.equal(await listener.wait(unknown, 20), true, 'it listens');
  for (let count = 0; count < 3; count++) await register(database);
  await confirmIndexed(database, mainNode, await claimPending(database, mainNode, 'a', [], { upTo: 10 }));
  await until(() => announcements > 0, { message: 'nothing is announced' });
  t.equal(announcements, 1);

  const turns = 20;
  for (let turn = 0; turn < turns; turn++) {
    await register(database);
    await confirmIndexed(database, mainNode, await claimPending(database, mainNode, 'a', [], { upTo: 10 }));
  }
  await until(() => announcements > 1, { message: 'what came soon after is not announced' });
  t.ok(announcements < turns, `several within a moment are one: ${announcements}`);
});
