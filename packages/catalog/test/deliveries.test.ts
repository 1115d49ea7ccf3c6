import { register, testCatalog } from '@shirube/testing/catalog';
import t, { type Test } from 'tap';
import {
  addDeliveries,
  addMatches,
  assignServices,
  claimDeliveries,
  countDropped,
  createAccount,
  findWebhook,
  type LogEntry,
  listDeliveries,
  noteAttempt,
  setWebhook,
} from '../dist/index.js';
import { rowsRead } from './rowsRead.js';

const bound = 10_000;

async function startCatalog(t: Test) {
  const database = await testCatalog(t);
  const openWebhook = async () => {
    const { id } = await createAccount(database, { name: 'owner' });
    await setWebhook(database, id, { url: 'https://dead.example/' });
    return id;
  };
  /** Adds so many deliveries of an account, about a service each. */
  const fill = (accountId: string, count: number) =>
    database.query(
      `insert into webhook_deliveries (account_id, service_id, event)
        select $1, gen_random_uuid(), '{"type": "service.match"}' from generate_series(1, $2)`,
      [accountId, count],
    );
  return { database, openWebhook, fill };
}

let entries = 0n;

function entryOf(serviceId: string): LogEntry {
  entries += 1n;
  return {
    ...{ serviceId, type: 'status', at: new Date(), columns: ['status'], leftEndpoint: null, moderation: undefined },
    position: { transaction: 1n, number: entries },
    status: { from: 'unverified', to: 'verified', reason: null },
  };
}

t.test('an account keeps its last deliveries, and sees how many were dropped before they were sent', async (t) => {
  const { database, openWebhook, fill } = await startCatalog(t);
  const { id } = await register(database);
  const [owner, other] = [await openWebhook(), await openWebhook()];
  await assignServices(database, owner, [id]);
  await fill(owner, bound);
  await fill(other, 3);
  const [sent] = await claimDeliveries(database, 1);
  if (sent) await noteAttempt(database, sent, {});
  const oldest = async () =>
    (await database.query('select id from webhook_deliveries where account_id = $1 order by number limit 1', [owner]))
      .rows[0];
  t.match(await oldest(), { id: sent?.id });

  await addDeliveries(database, [entryOf(id)]);
  t.match(await findWebhook(database, owner), { pending: bound, delivered: 0, dropped: 0 }, 'what was sent goes first');
  const two = [entryOf(id), entryOf(id)];
  await addDeliveries(database, two);
  t.match(await findWebhook(database, owner), { pending: bound, dropped: 2 });
  t.match(await listDeliveries(database, owner, 3), Array(3).fill({ serviceId: id }), 'the newest are kept');

  const match = (accountId: string) => ({ accountId, entry: entryOf(id), onlyFirst: false });
  await addMatches(database, [match(owner), match(owner), match(other)]);
  t.match(await findWebhook(database, owner), { pending: bound, dropped: 4 }, 'saved searches as well');
  t.match(await findWebhook(database, other), { pending: 4, dropped: 0 }, 'nobody else loses any');
  t.equal(await countDropped(database), 4);
  await addDeliveries(database, two);
  t.match(
    await findWebhook(database, owner),
    { pending: bound, dropped: 4 },
    'an entry that is read again adds nothing',
  );
});

t.test('a delivery that is dropped while it is attempted stays dropped', async (t) => {
  const { database, openWebhook, fill } = await startCatalog(t);
  const { id } = await register(database);
  const owner = await openWebhook();
  await assignServices(database, owner, [id]);
  await fill(owner, bound);
  const [attempted] = await claimDeliveries(database, 1);
  await addDeliveries(database, [entryOf(id)]);
  if (attempted) await noteAttempt(database, attempted, { error: 'no answer', retrySeconds: 0 });
  t.match(await findWebhook(database, owner), { pending: bound, dropped: 1, lastError: null });
});

t.test('a claim reads what is due, and not all that is pending', async (t) => {
  const { database, openWebhook, fill } = await startCatalog(t);
  for (let account = 0; account < 50; account++) await fill(await openWebhook(), 500);
  const alive = await openWebhook();
  await fill(alive, 1);
  await database.query(
    `update webhook_deliveries set next_attempt_at = now() + interval '1 hour'
      where account_id <> $1 and number % 2 = 0`,
    [alive],
  );
  await database.query('analyze');
  const claimed: string[] = [];
  const read = await rowsRead(database.url, 'webhook_deliveries', async (connection) => {
    claimed.push(...(await claimDeliveries(connection, 64)).map(({ accountId }) => accountId));
  });
  t.equal(claimed.length, 64);
  t.ok(claimed.includes(alive), 'every account has its turn');
  t.ok(read < 5_000, `it reads ${read} for 25,001`);
});
