import {
  changeService,
  editService,
  findService,
  findStatus,
  openDatabase,
  operatorAccount,
  skipToEnd,
} from '@shirube/catalog';
import { readSettlement } from '@shirube/contracts';
import { until } from '@shirube/testing';
import { lockAwaited, openTransaction, outstanding, register, testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { rollUpHistory } from '../dist/history/rollUpHistory.js';
import { keepRecords } from '../dist/monitor/keepRecords.js';
import { findTrust } from '../dist/score/findTrust.js';
import { refreshOldTrust, refreshTrust } from '../dist/score/refreshTrust.js';
import { recordSettlements } from '../dist/settlements/recordSettlements.js';
import { removeServices } from './testMonitor.js';

const database = await testCatalog(t);
t.beforeEach(() => removeServices(database));

async function check(id: string, ...checks: [hoursAgo: number, verdict: string][]) {
  for (const [ago, verdict] of checks) {
    await database.query(
      `insert into checks (service_id, checked_at, verdict, duration_ms, declared, observed)
        values ($1, now() - make_interval(mins => $2), $3, 20, '{}', '{"price": "0.01", "currency": "USDC"}')`,
      [id, ago * 60, verdict],
    );
  }
}
const daily = (days: number, verdict = 'ok'): [number, string][] =>
  Array.from({ length: days }, (_, i) => [i * 24 + 1, verdict]);
const scoreOf = async (id: string) => (await findService(database, id))?.trustScore;

t.test(
  'an answer that asks for no payment counts for reachability only, also of a service with free requests',
  async (t) => {
    const free = await register(database);
    const unknown = await register(database);
    for (let day = 0; day < 6; day += 1) {
      await database.query(
        `insert into checks (service_id, checked_at, verdict, declared, observed)
        select id, now() - make_interval(hours => $3), verdict, '{"price": "0.01", "freeQuota": 1}', '{}'
        from (values ($1::uuid, 'no_challenge'), ($2::uuid, 'ok')) as seen (id, verdict)`,
        [free.id, unknown.id, day * 24 + 1],
      );
    }
    const untold = {
      honesty: { points: 0, facts: { answered: 0, matched: 0 } },
      age: { facts: { since: null } },
    };
    for (const summedUp of [false, true]) {
      if (summedUp) await rollUpHistory(database);
      await refreshTrust(database, [free.id, unknown.id]);
      for (const { id } of [free, unknown]) {
        const trust = await findTrust(database, id);
        t.match(trust, { parts: { ...untold, reachability: { facts: { checks: 6, uptime: 100 } } } });
      }
    }
    await check(free.id, [0, 'ok']);
    await refreshTrust(database, [free.id]);
    t.match(await findTrust(database, free.id), { parts: { honesty: { facts: { answered: 1, matched: 1 } } } });
  },
);

t.test('trust follows the checks, and small changes are not indexed', async (t) => {
  const service = await register(database);
  await skipToEnd(database);
  t.strictSame(await refreshTrust(database, [service.id]), [], 'nobody has looked yet');
  t.match(await findTrust(database, service.id), {
    trustScore: 0,
    madeAt: null,
    isHeld: false,
    isSimulated: false,
    parts: { honesty: { points: 0, weight: 35 } },
  });

  await check(service.id, ...daily(6));
  t.strictSame(await refreshTrust(database, [service.id]), [service.id]);
  const trust = await findTrust(database, service.id);
  t.equal(
    trust?.trustScore,
    Object.values(trust?.parts ?? {}).reduce((sum, part) => sum + part.points, 0),
  );
  t.equal(await scoreOf(service.id), trust?.trustScore);
  t.equal((await findStatus(database, service.id))?.uptimeScore, 100);
  t.equal((await outstanding(database)).length, 1);

  await skipToEnd(database);
  const before = trust?.trustScore ?? 0;
  const updated = (await findService(database, service.id))?.updatedAt;
  await database.query("update services set proven_since = $2::timestamptz - interval '18 days' where id = $1", [
    service.id,
    new Date(),
  ]);
  t.strictSame(await refreshTrust(database, [service.id]), []);
  t.equal(await scoreOf(service.id), before + 1, 'the catalog knows');
  t.equal((await findService(database, service.id))?.updatedAt, updated);
  t.strictSame(await outstanding(database), [], 'the index need not');
  await database.query("update services set proven_since = $2::timestamptz - interval '36 days' where id = $1", [
    service.id,
    new Date(),
  ]);
  t.strictSame(await refreshTrust(database, [service.id]), [service.id], 'small steps add up');
  t.equal((await outstanding(database)).length, 1);

  await skipToEnd(database);
  await changeService(database, service.id, { trustScore: before + 3 });
  t.equal((await outstanding(database)).length, 1, 'what an operator sets is indexed, however little it is');
});

t.test('trust names its cap, and counts no more days than its window has', async (t) => {
  const { id } = await register(database);
  await database.query(
    `insert into check_hours (service_id, hour, verdict, checks, good, neutral, timed, total_ms, slowest_ms, price, currency, simulated)
      select $1, date_trunc('hour', now(), 'UTC') - n * interval '6 hours', 'ok', 1, 1, 0, 1, 20, 20, '0.01', 'USDC', false
      from generate_series(16, 140) as n`,
    [id],
  );
  // An hour ago may be yesterday.
  await check(id, [0, 'ok'], ...daily(9));
  await refreshTrust(database, [id]);
  const well = await findTrust(database, id);
  t.ok((well?.trustScore ?? 0) > 70);
  t.notOk(well?.cap);
  t.match(well?.parts, {
    reachability: { windowDays: 30, facts: { days: 30 } },
    honesty: { windowDays: 30 },
    settlements: { windowDays: 90 },
  });
  // Both are within the hour. The latest terms count.
  await check(id, [1 / 60, 'ok'], [0, 'wrong_price']);
  await refreshTrust(database, [id]);
  t.match(await findTrust(database, id), { trustScore: 30, cap: { points: 30, reason: 'contradicted' } });
  await database.query("update services set status = 'inactive'");
  await refreshTrust(database, [id]);
  t.match(await findTrust(database, id), { trustScore: 10, cap: { points: 10, reason: 'inactive' } });
  t.equal(await scoreOf(id), 10);
});

t.test('trust that an operator holds is not refreshed until it is released', async (t) => {
  const { id } = await register(database);
  await check(id, ...daily(6));
  await database.query('update monitoring set trust_held = true where service_id = $1', [id]);
  await changeService(database, id, { trustScore: 12 });
  await refreshTrust(database, [id]);
  t.match(await findTrust(database, id), {
    trustScore: 12,
    isHeld: true,
    parts: { honesty: { points: 30 } },
  });
  await database.query('update monitoring set trust_held = false where service_id = $1', [id]);
  await refreshTrust(database, [id]);
  t.not(await scoreOf(id), 12);
});

t.test('trust that an operator sets while it is computed stays', async (t) => {
  const { id } = await register(database);
  await check(id, ...daily(6));
  const operator = await openTransaction(t, database);
  await changeService(operator, id, { trustScore: 12 });
  const refreshed = refreshTrust(database, [id]);
  await lockAwaited(database);
  await operator.query('commit');
  await refreshed;
  t.equal(await scoreOf(id), 12);
});

t.test('trust starts over when the endpoint changes, and not when the price changes', async (t) => {
  const { id } = await register(database);
  await check(id, ...daily(6));
  await refreshTrust(database, [id]);
  const before = await findTrust(database, id);
  await editService(database, id, {}, (old) => ({
    ...old,
    pricing: { ...old.pricing, pricePerRequest: '2' },
  }));
  await refreshTrust(database, [id]);
  t.equal((await findTrust(database, id))?.trustScore, before?.trustScore);
  await editService(database, id, {}, (old) => ({ ...old, endpoint: 'https://elsewhere.example.com' }));
  await database.query("update checks set checked_at = checked_at - interval '2 hours'");
  await check(id, [0, 'timeout']);
  await refreshTrust(database, [id]);
  t.match(await findTrust(database, id), {
    trustScore: 0,
    parts: { reachability: { facts: { checks: 1 } }, age: { facts: { since: null } } },
  });
});

t.test('trust starts over when the endpoint changes while it is computed', async (t) => {
  const { id } = await register(database);
  await check(id, ...daily(6));
  // Holds the edit up once it has locked the service.
  const other = await openTransaction(t, database);
  await other.query("insert into categories values ('moved', 'Moved')");
  const moved = { endpoint: 'https://elsewhere.example.com', category: 'moved' };
  const edited = editService(database, id, {}, (old) => ({ ...old, ...moved }));
  await lockAwaited(database);
  const refreshed = refreshTrust(database, [id]);
  await lockAwaited(database, 2);
  await other.query('rollback');
  await Promise.all([edited, refreshed]);
  t.match(await findTrust(database, id), { trustScore: 0, parts: { age: { facts: { since: null } } } });
});

t.test(
  'settlements count by days since the registration, and simulated checks only for a simulated service',
  async (t) => {
    const { id, endpoint } = await register(database);
    const settlements = Array.from({ length: 30 }, (_, i) => {
      const read = readSettlement({
        network: 'base',
        transaction: `0x${String(i).padStart(64, '0')}`,
        payTo: `0x${'1'.repeat(40)}`,
        asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        amount: '1',
        resource: endpoint,
        settledAt: new Date(Date.now() - i * 86_400_000).toISOString(),
      });
      if (!('settlement' in read)) throw new Error(JSON.stringify(read));
      return read.settlement;
    });
    const { serviceIds } = await recordSettlements(database, settlements, operatorAccount);
    t.strictSame(serviceIds, [id]);
    const counted = async (change?: string) => {
      if (change) await database.query(`update services set ${change}`);
      await refreshTrust(database, serviceIds);
      return (await findTrust(database, id))?.parts.settlements;
    };
    t.match(await counted(), { facts: { transactions: 1, days: 1 } }, 'not those from before it was registered');
    t.match(await counted("created_at = now() - interval '60 days'"), {
      facts: { transactions: 30, days: 30, payers: 1, returning: 1 },
      points: 0,
    });
    t.equal(await scoreOf(id), 0);
    t.match(
      await counted("observed_since = now() - interval '9 days'"),
      { facts: { transactions: 10, days: 10 } },
      'nor those from before it was where it is',
    );
    await counted('observed_since = null');

    await check(id, ...daily(3));
    await database.query('update checks set simulated = true');
    await refreshTrust(database, [id]);
    t.equal(await scoreOf(id), 0);
    await database.query('update monitoring set simulated = true');
    await refreshTrust(database, [id]);
    t.match(await findTrust(database, id), {
      isSimulated: true,
      parts: { honesty: { facts: { answered: 3 } } },
    });
  },
);

t.test('trust that is older than a day is refreshed', async (t) => {
  const { id } = await register(database);
  await check(id, ...daily(6));
  await refreshTrust(database, [id], new Date(Date.now() - 3 * 86_400_000));
  const before = (await scoreOf(id)) ?? 0;
  t.strictSame(await refreshOldTrust(database), { refreshed: 1, changed: [id] });
  t.ok(((await scoreOf(id)) ?? 0) > before);
  t.strictSame(await refreshOldTrust(database), { refreshed: 0, changed: [] });
});

t.test('trust that cannot be stored at first is refreshed once it can', async (t) => {
  const { id } = await register(database);
  await check(id, ...daily(6));
  const impatient = openDatabase(database.url, { statementMilliseconds: 500 });
  t.teardown(() => impatient.end());
  const writer = await openTransaction(t, database);
  await writer.query('select from services where id = $1 for update', [id]);
  const stopping = new AbortController();
  const failures: unknown[] = [];
  const enqueued: string[] = [];
  const records = keepRecords(impatient, (ids) => void enqueued.push(...ids), {
    report: { failed: (error) => void failures.push(error), recovered() {} },
    signal: stopping.signal,
  });
  t.teardown(() => {
    stopping.abort();
    return records.ended();
  });
  records.checked(id);
  await until(() => failures.length > 0, { message: 'nothing fails' });
  await writer.query('rollback');
  await until(() => enqueued.includes(id), { message: 'its trust is forgotten' });
});
