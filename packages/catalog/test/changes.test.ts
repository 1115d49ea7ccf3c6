import { recordStatements } from '@shirube/testing';
import { confirmedFeed, importMany, register, testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import {
  absenceReason,
  changeService,
  type Database,
  editService,
  type FeedCursor,
  labelCategory,
  listServiceHistory,
  migrate,
  operatorAccount,
  passesFilter,
  pruneLog,
  readChanges,
  readFeedCursor,
  recordCheck,
  removeService,
  writeFeedCursor,
} from '../dist/index.js';
import { rowsRead } from './rowsRead.js';

const database = await testCatalog(t);

/** Everything in the feed, in pages, and where it ends: once older transactions have ended, or as far as it can be read now. */
async function follow(database: Database, since?: FeedCursor, { limit = 1_000, isPatient = true } = {}) {
  const entries: { type: string; id: string; name: string | undefined }[] = [];
  let cursor = since;
  for (;;) {
    const page = await readChanges(database, { since: cursor, limit });
    if (!page) throw new Error('the cursor is lost');
    for (const { change } of page.changes) {
      entries.push({ type: change.type, id: change.id, name: change.service?.name });
    }
    cursor = page.cursor;
    if (!page.more && !(isPatient && page.unsettled)) return { entries, cursor };
  }
}

t.test('every change is in the feed once, with the service as it is now', async (t) => {
  t.strictSame((await follow(database)).entries, []);
  const { id } = await register(database, { name: 'One' });
  const { cursor } = await follow(database);
  await editService(database, id, {}, (current) => ({ ...current, name: 'Two' }));
  await changeService(database, id, { trustScore: 50, status: 'verified' });
  await recordCheck(database, id, { uptimeScore: 1, lastChecked: new Date(), txCount: 1, totalRevenue: '1' });
  await labelCategory(database, 'utilities', { label: 'Tools' });
  await changeService(database, id, { trustScore: 50 });
  t.strictSame((await follow(database)).entries, [
    { type: 'created', id, name: 'Two' },
    { type: 'updated', id, name: 'Two' },
    { type: 'status', id, name: 'Two' },
  ]);
  t.strictSame(
    (await follow(database, cursor)).entries.map(({ type }) => type),
    ['updated', 'status'],
    'after a cursor come later changes',
  );
  t.match(await listServiceHistory(database, id), [
    { type: 'status', fields: ['status'], values: [{ field: 'status', from: 'unverified', to: 'verified' }] },
    { type: 'updated', fields: ['name'], values: [{ field: 'name', from: 'One', to: 'Two' }] },
    { type: 'created', fields: { length: 0 } },
  ]);
  await removeService(database, id);
  t.strictSame((await follow(database)).entries.at(-1), { type: 'deleted', id, name: undefined });
  t.strictSame(await listServiceHistory(database, 'nobody'), []);
});

t.test('changes are filtered by the account that has the service now, and removals pass every filter', async (t) => {
  const { id } = await register(database);
  const changesOf = async () => (await confirmedFeed(database)).changes.filter(({ change }) => change.id === id);
  const [change] = await changesOf();
  if (!change) throw new Error('there is no change');
  t.ok(passesFilter(change, { account: operatorAccount, service: id.toUpperCase() }));
  t.notOk(passesFilter(change, { account: '00000000-0000-7000-8000-000000000001' }));
  await removeService(database, id);
  const changes = await changesOf();
  t.match(changes.at(-1), { change: { type: 'deleted' } });
  for (const removed of changes) t.ok(passesFilter(removed, { account: 'another', category: 'another' }));
});

t.test('the history of a service has old and new values, outlasts the feed, and is bounded', async (t) => {
  const database = await testCatalog(t);
  const { id } = await register(database);
  await editService(database, id, {}, (current) => ({
    ...current,
    description: 'In other words',
    pricing: { currency: 'USDC', pricePerRequest: '0.5', freeQuota: 3 },
  }));
  await changeService(database, id, { trustScore: 7 });
  await database.query("update changes set at = at - interval '2 hours'");
  await pruneLog(database, 3_600);
  const [edited, ...older] = await listServiceHistory(database, id);
  t.match(older, [{ type: 'created' }], 'trust has a history of its own');
  t.equal(older.length, 1);
  t.match(edited?.fields.toSorted(), ['description', 'pricing.freeQuota', 'pricing.pricePerRequest']);
  t.strictSame(
    edited?.values?.find(({ field }) => field === 'pricing.freeQuota'),
    { field: 'pricing.freeQuota', from: null, to: '3' },
  );
  t.match(
    edited?.values?.find(({ field }) => field === 'pricing.pricePerRequest'),
    { to: '0.5' },
  );
  t.notOk(edited?.values?.some(({ field }) => field === 'description'));

  await database.query("do $$ begin for i in 1..105 loop update services set name = 'Name ' || i; end loop; end $$");
  const history = await listServiceHistory(database, id);
  t.equal(history.length, 101, 'the last hundred, and the registration');
  t.match(history[0]?.values, [{ from: 'Name 104', to: 'Name 105' }]);
  t.equal(history.at(-1)?.type, 'created');
  await removeService(database, id);
  t.match(await listServiceHistory(database, id), [{ type: 'deleted' }]);
});

t.test('pruning the log reads the histories that grow, and no others, however long they are', async (t) => {
  const database = await testCatalog(t);
  const ids = await importMany(database, 201);
  const [edited = ''] = ids;
  await database.query(
    `insert into service_history (service_id, type, at, changed)
      select id, 'updated', now() - make_interval(days => 200 - number), '{"name": ["a", "b"]}'
      from services, generate_series(1, 100) as number`,
  );
  await editService(database, edited, {}, (current) => ({ ...current, name: 'Renamed' }));
  await changeService(database, edited, { trustScore: 7 });
  await database.query("update changes set at = at - interval '2 hours'");
  await database.query('analyze');
  const read = await rowsRead(database.url, 'service_history', (connection) => pruneLog(connection, 3_600));
  t.ok(read < 1_000, `it reads ${read} of 20,100`);
  const { rows } = await database.query<{ service_id: string; count: string }>(
    'select service_id, count(*) from service_history group by service_id',
  );
  t.strictSame([...new Set(rows.map(({ count }) => count))], ['100'], 'the oldest has made room for the newest');
  t.match((await listServiceHistory(database, edited))[0]?.values, [{ field: 'name', to: 'Renamed' }]);
});

t.test('a log that was not pruned for long is pruned in batches, to the last entry of each service', async (t) => {
  const database = await testCatalog(t);
  const ids = await importMany(database, 3);
  const gone = await register(database);
  await removeService(database, gone.id);
  await database.query(
    `insert into changes (service_id, type, at, columns, changed)
      select id, 'updated', now() - interval '3 hours', '{name}', '{"name": ["a", "b"]}'
      from services, generate_series(1, 8000) order by generate_series`,
  );
  await database.query("update changes set at = at - interval '2 hours'");
  const { id: young } = await register(database);
  await confirmedFeed(database);
  const statements = recordStatements(t, database);
  await pruneLog(database, 3_600);
  const { entries } = await follow(database);
  t.strictSame(
    new Map(entries.map(({ type, id }) => [id, type])),
    new Map([...ids.map((id) => [id, 'updated'] as const), [young, 'created']]),
  );
  t.equal(entries.length, 4);
  const batches = statements.filter((text) => text.includes('delete from changes as old'));
  t.ok(batches.length > 2, 'no statement has to prune all of it before its timeout');
  const { rows } = await database.query('select count(*)::integer from service_history group by service_id');
  t.strictSame(rows, [{ count: 100 }, { count: 100 }, { count: 100 }], 'as many changes as a history keeps');
});

t.test('pages of any size give the same changes, and a cursor can be written and read', async (t) => {
  const { cursor: since } = await follow(database);
  const ids = await importMany(database, 23);
  for (const limit of [1, 7, 23, 100]) {
    const { entries, cursor } = await follow(database, since, { limit });
    t.strictSame(
      entries.map(({ id }) => id),
      ids,
      `pages of ${limit}`,
    );
    t.strictSame(readFeedCursor(writeFeedCursor(cursor)), cursor);
  }
  for (const text of ['', '1', 'abcdef01.1', 'abcdef01.1.x', `abcdef01.${'9'.repeat(20)}.1`])
    t.equal(readFeedCursor(text), undefined, text);
});

t.test('the feed waits for a transaction that ends late, and skips no change', async (t) => {
  const { id: first } = await register(database);
  const { id: second } = await register(database);
  const { cursor } = await follow(database);
  const slow = await database.connect();
  await slow.query('begin');
  await slow.query('update services set trust_score = 1 where id = $1', [first]);
  await changeService(database, second, { trustScore: 2 });
  const held = await readChanges(database, { since: cursor, limit: 10 });
  t.strictSame(held?.changes, [], 'what is behind a transaction that still runs waits for it');
  t.equal(held?.unsettled, true);
  await slow.query('commit');
  slow.release();
  const { entries } = await follow(database, cursor);
  t.strictSame(
    entries.map(({ id }) => id),
    [first, second],
  );
});

t.test('a follower that reads while several writers change the catalog ends with exactly the catalog', async (t) => {
  const database = await testCatalog(t);
  const mirror = new Map<string, string>();
  let cursor: FeedCursor | undefined;
  async function read() {
    const page = await readChanges(database, { since: cursor, limit: 3 });
    if (!page) throw new Error('the cursor is lost');
    for (const { change } of page.changes) {
      if (change.service) mirror.set(change.id, JSON.stringify(change.service));
      if (change.type === 'deleted') mirror.delete(change.id);
    }
    cursor = page.cursor;
    return page.changes.length > 0 || page.more || page.unsettled;
  }
  let writing = true;
  const reader = (async () => {
    while (writing || (await read())) await read();
  })();
  const writer = async (name: number) => {
    for (let turn = 0; turn < 12; turn++) {
      const { id } = await register(database, { name: `${name} ${turn}` });
      if (turn % 2 === 0) await editService(database, id, {}, (now) => ({ ...now, description: `${turn}` }));
      if (turn % 3 === 0) await changeService(database, id, { trustScore: turn });
      if (turn % 4 === 0) await removeService(database, id);
    }
  };
  await Promise.all(Array.from({ length: 6 }, (_, name) => writer(name)));
  writing = false;
  await reader;
  const fresh = new Map<string, string>();
  for (let since: FeedCursor | undefined; ; ) {
    const page = await readChanges(database, { since, limit: 100 });
    for (const { change } of page?.changes ?? []) {
      if (change.service) fresh.set(change.id, JSON.stringify(change.service));
      if (change.type === 'deleted') fresh.delete(change.id);
    }
    since = page?.cursor;
    if (!page?.more) break;
  }
  const { rows } = await database.query<{ id: string }>('select id from services order by id');
  const ids = rows.map(({ id }) => id);
  t.strictSame([...mirror.keys()].sort(), ids);
  t.strictSame([...fresh.keys()].sort(), ids);
  for (const id of ids) t.equal(mirror.get(id), fresh.get(id));
});

t.test(
  'old changes except the last of a service are pruned, and a follower that lacks one must start over',
  async (t) => {
    const database = await testCatalog(t);
    const { id: keptId } = await register(database);
    await changeService(database, keptId, { trustScore: 1 });
    const { cursor: before } = await follow(database);
    const { id: removed } = await register(database);
    await removeService(database, removed);
    const { cursor: after } = await follow(database);
    await changeService(database, keptId, { trustScore: 2 });

    await pruneLog(database, 3_600);
    t.equal((await follow(database)).entries.length, 5, 'what is young stays');
    t.equal(await absenceReason(database, removed), 'removed');
    await database.query("update changes set at = at - interval '2 hours'");
    await pruneLog(database, 3_600);
    t.match((await follow(database)).entries, [{ type: 'status', id: keptId }]);
    t.equal(await absenceReason(database, removed), undefined);
    t.equal(await readChanges(database, { since: before, limit: 1 }), undefined, 'it would keep what is gone');
    t.match((await follow(database, after)).entries, [{ type: 'status', id: keptId }]);
  },
);

t.test('a catalog that was restored into another Postgres begins another feed', async (t) => {
  const database = await testCatalog(t);
  const { id } = await register(database);
  const { id: second } = await register(database);
  const { cursor } = await follow(database);
  // As a dump of a Postgres that has seen more transactions than this one.
  await database.query(
    'update changes set transaction_id = (transaction_id::text::bigint + 1000000000)::text::xid8 where service_id = $1',
    [id],
  );
  t.strictSame(
    (await follow(database, undefined, { isPatient: false })).entries.map(({ id }) => id),
    [second],
  );
  await migrate(database);
  t.strictSame(
    (await follow(database)).entries.map(({ id }) => id),
    [id, second],
  );
  t.equal(await readChanges(database, { since: cursor, limit: 1 }), undefined);
  const { cursor: renewed } = await follow(database);
  await migrate(database);
  t.strictSame((await follow(database, renewed)).entries, [], 'once');
});
