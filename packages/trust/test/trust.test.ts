import {
  changeService,
  type Database,
  editService,
  findService,
  findStatus,
  operatorAccount,
  skipToEnd,
} from '@shirube/catalog';
import { readSettlement } from '@shirube/contracts';
import t from 'tap';
import { outstanding, register, testCatalog } from '../../catalog/dist-test/testCatalog.js';
import { keepHistory } from '../dist/history/keepHistory.js';
import { findTrust } from '../dist/score/findTrust.js';
import { refreshOldTrust, refreshTrust } from '../dist/score/refreshTrust.js';
import { type TrustFacts, trustCap, trustOf, trustScore, uptimeOf } from '../dist/score/trustOf.js';
import { recordSettlements } from '../dist/settlements/recordSettlements.js';

const now = new Date('2026-06-30T12:30:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
type Hour = TrustFacts['hours'][number];
interface Seen {
  asked?: number;
  answered?: number;
  judged?: number;
  matched?: number;
}
function hour(ago: number, seen: Seen = {}): Hour {
  const asked = seen.asked ?? 1;
  const answered = seen.answered ?? asked;
  const judged = seen.judged ?? answered;
  return { hour: hoursAgo(ago), asked, answered, judged, matched: seen.matched ?? judged };
}
/** A check every six hours for so many days, as `seen` has it. */
const checked = (days: number, seen: (ago: number) => Seen = () => ({})): Hour[] =>
  Array.from({ length: days * 4 }, (_, i) => hour(i * 6 + 1, seen(i * 6 + 1)));
const nothing: TrustFacts = {
  status: 'unverified',
  hours: [],
  provenSince: null,
  settlements: { transactions: 0, days: 0 },
};
const points = (facts: Partial<TrustFacts>) => {
  const parts = trustOf({ ...nothing, ...facts }, now);
  return [parts.reachability, parts.honesty, parts.age, parts.settlements].map((part) => part.points);
};

const cases: [string, Partial<TrustFacts>, number[]][] = [
  ['nothing is known', {}, [0, 0, 0, 0]],
  ['all is well for a month', { hours: checked(30) }, [40, 35, 0, 0]],
  ['it has been looked at for one day', { hours: checked(1) }, [11, 10, 0, 0]],
  ['it has been looked at a hundred times in one hour', { hours: [hour(1, { asked: 100 })] }, [6, 5, 0, 0]],
  ['it never answers', { hours: checked(30, () => ({ answered: 0 })) }, [0, 0, 0, 0]],
  ['its answers tell nothing of payment', { hours: checked(30, () => ({ judged: 0 })) }, [40, 0, 0, 0]],
  [
    'some of its answers tell nothing of payment',
    { hours: checked(30, (ago) => ({ judged: ago % 12 < 6 ? 1 : 0 })) },
    [40, 35, 0, 0],
  ],
  ['it asks for something else', { hours: checked(30, () => ({ matched: 0 })) }, [40, 0, 0, 0]],
  ['it was down in the last week', { hours: checked(30, (ago) => (ago < 168 ? { answered: 0 } : {})) }, [19, 35, 0, 0]],
  [
    'it was down in the first week',
    { hours: checked(30, (ago) => (ago > 552 ? { answered: 0 } : {})) },
    [38, 35, 0, 0],
  ],
  ['it could only not be asked', { hours: checked(30, () => ({ asked: 0 })) }, [0, 0, 0, 0]],
  ['it is 90 days old', { provenSince: hoursAgo(90 * 24) }, [0, 0, 5, 0]],
  ['it is older than counts', { provenSince: hoursAgo(900 * 24) }, [0, 0, 10, 0]],
  ['it begins in the future', { provenSince: hoursAgo(-48) }, [0, 0, 0, 0]],
  ['it is paid on many days', { settlements: { transactions: 1_000, days: 40 } }, [0, 0, 0, 15]],
  ['it is paid more than counts', { settlements: { transactions: 1e9, days: 90 } }, [0, 0, 0, 15]],
  ['it was paid often on one day', { settlements: { transactions: 1_000, days: 1 } }, [0, 0, 0, 2]],
  ['it is paid ten times in ten days', { settlements: { transactions: 10, days: 10 } }, [0, 0, 0, 5]],
];
for (const [what, facts, expected] of cases) {
  t.test(`the trust when ${what}`, async (t) => t.strictSame(points(facts), expected));
}

t.test('parts say what they are made of, and uptime is null where nothing was asked', async (t) => {
  const hours = [hour(1, { asked: 4, answered: 1 }), hour(7), hour(31, { asked: 0 })];
  const parts = trustOf({ ...nothing, hours, provenSince: hoursAgo(49) }, now);
  t.match(parts, {
    reachability: {
      weight: 40,
      facts: { checks: 5, days: 1, uptime: 62.5, lastFailure: hoursAgo(1).toISOString() },
    },
    honesty: { weight: 35, facts: { answered: 2, matched: 2 } },
    age: { weight: 10, facts: { since: hoursAgo(49).toISOString(), days: 2 } },
    settlements: { weight: 15, facts: { transactions: 0, days: 0 } },
  });
  t.equal(uptimeOf([]), null);
  t.equal(trustOf(nothing, now).reachability.facts.uptime, null);
  t.equal(
    trustScore(
      trustOf(
        { ...nothing, hours: checked(30), provenSince: hoursAgo(9e4), settlements: { transactions: 1e4, days: 50 } },
        now,
      ),
    ),
    100,
  );
});

t.test('what a service is now bounds its trust, whatever it was', async (t) => {
  const well = checked(30);
  const [, ...before] = well;
  const wrong = [hour(1, { matched: 0 }), ...before];
  const parts = trustOf({ ...nothing, hours: well, provenSince: hoursAgo(9e4) }, now);
  t.equal(trustScore(parts), 85);
  t.equal(trustScore(parts, trustCap({ status: 'inactive', hours: well })), 10);
  t.equal(trustScore(parts, trustCap({ status: 'unverified', hours: wrong })), 30);
  t.equal(trustCap({ status: 'verified', hours: wrong }), undefined, 'one check does not take the status away');
  t.equal(trustCap({ status: 'unverified', hours: well }), undefined);
  t.equal(trustCap({ status: 'unverified', hours: [] }), undefined);
  t.equal(trustScore(trustOf(nothing, now), trustCap({ status: 'inactive', hours: [] })), 0, 'it gives nothing');
});

/** Records checks, so many hours ago each. */
async function check(database: Database, id: string, ...checks: [hoursAgo: number, verdict: string][]) {
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
const scoreOf = async (database: Database, id: string) => (await findService(database, id))?.trustScore;
const clear = (database: Database) => skipToEnd(database);

t.test('a page that asks for no payment proves nothing, however free the service says it is', async (t) => {
  const database = await testCatalog(t);
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
    if (summedUp) await keepHistory(database);
    await refreshTrust(database, [free.id, unknown.id]);
    for (const { id } of [free, unknown]) {
      const trust = await findTrust(database, id);
      t.match(trust, { parts: { ...untold, reachability: { facts: { checks: 6, uptime: 100 } } } });
    }
  }
  await check(database, free.id, [0, 'ok']);
  await refreshTrust(database, [free.id]);
  t.match(await findTrust(database, free.id), { parts: { honesty: { facts: { answered: 1, matched: 1 } } } });
});

t.test('trust follows what was seen, and small changes are not indexed', async (t) => {
  const database = await testCatalog(t);
  const service = await register(database);
  await clear(database);
  t.strictSame(await refreshTrust(database, [service.id]), [], 'nobody has looked yet');
  t.match(await findTrust(database, service.id), {
    trustScore: 0,
    madeAt: null,
    isHeld: false,
    isSimulated: false,
    parts: { honesty: { points: 0, weight: 35 } },
  });

  await check(database, service.id, ...daily(6));
  t.strictSame(await refreshTrust(database, [service.id]), [service.id]);
  const trust = await findTrust(database, service.id);
  t.equal(
    trust?.trustScore,
    Object.values(trust?.parts ?? {}).reduce((sum, part) => sum + part.points, 0),
  );
  t.equal(await scoreOf(database, service.id), trust?.trustScore);
  t.equal((await findStatus(database, service.id))?.uptimeScore, 100);
  t.equal((await outstanding(database)).length, 1);

  await clear(database);
  const before = trust?.trustScore ?? 0;
  const updated = (await findService(database, service.id))?.updatedAt;
  await database.query("update services set proven_since = $2::timestamptz - interval '18 days' where id = $1", [
    service.id,
    new Date(),
  ]);
  t.strictSame(await refreshTrust(database, [service.id]), []);
  t.equal(await scoreOf(database, service.id), before + 1, 'the catalog knows');
  t.equal((await findService(database, service.id))?.updatedAt, updated);
  t.strictSame(await outstanding(database), [], 'the index need not');
  await database.query("update services set proven_since = $2::timestamptz - interval '36 days' where id = $1", [
    service.id,
    new Date(),
  ]);
  t.strictSame(await refreshTrust(database, [service.id]), [service.id], 'small steps add up');
  t.equal((await outstanding(database)).length, 1);

  await clear(database);
  await changeService(database, service.id, { trustScore: before + 3 });
  t.equal((await outstanding(database)).length, 1, 'what an operator sets is indexed, however little it is');
});

t.test('the answer names what bounds trust, and days are never more than their window has', async (t) => {
  const database = await testCatalog(t);
  const { id } = await register(database);
  await database.query(
    `insert into check_hours (service_id, hour, verdict, checks, good, neutral, timed, total_ms, slowest_ms, price, currency, simulated)
      select $1, date_trunc('hour', now(), 'UTC') - n * interval '6 hours', 'ok', 1, 1, 0, 1, 20, 20, '0.01', 'USDC', false
      from generate_series(16, 140) as n`,
    [id],
  );
  await check(database, id, ...daily(9));
  await refreshTrust(database, [id]);
  const well = await findTrust(database, id);
  t.ok((well?.trustScore ?? 0) > 70);
  t.notOk(well?.cap);
  t.match(well?.parts, {
    reachability: { windowDays: 30, facts: { days: 30 } },
    honesty: { windowDays: 30 },
    settlements: { windowDays: 90 },
  });
  await check(database, id, [0, 'wrong_price']);
  await database.query(
    "delete from checks where checked_at between now() - interval '2 hours' and now() - interval '1 minute'",
  );
  await refreshTrust(database, [id]);
  t.match(await findTrust(database, id), { trustScore: 30, cap: { points: 30, reason: 'contradicted' } });
  await database.query("update services set status = 'inactive'");
  await refreshTrust(database, [id]);
  t.match(await findTrust(database, id), { trustScore: 10, cap: { points: 10, reason: 'inactive' } });
  t.equal(await scoreOf(database, id), 10);
});

t.test('an operator holds the trust of a service, and lets it go', async (t) => {
  const database = await testCatalog(t);
  const { id } = await register(database);
  await check(database, id, ...daily(6));
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
  t.not(await scoreOf(database, id), 12);
});

t.test('who moves, or is paid elsewhere, starts over; who changes its price does not', async (t) => {
  const database = await testCatalog(t);
  const { id } = await register(database);
  await check(database, id, ...daily(6));
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
  await check(database, id, [0, 'timeout']);
  await refreshTrust(database, [id]);
  t.match(await findTrust(database, id), {
    trustScore: 0,
    parts: { reachability: { facts: { checks: 1 } }, age: { facts: { since: null } } },
  });
});

t.test('settlements count for trust, on several days only, and made-up checks only where all is made up', async (t) => {
  const database = await testCatalog(t);
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
  await refreshTrust(database, serviceIds);
  t.match(
    await findTrust(database, id),
    { parts: { settlements: { facts: { transactions: 1, days: 1 } } } },
    'not those from before it was registered',
  );
  await database.query("update services set created_at = now() - interval '60 days'");
  await refreshTrust(database, serviceIds);
  t.match(await findTrust(database, id), {
    trustScore: 7,
    parts: { settlements: { facts: { transactions: 30, days: 30 }, points: 7 } },
  });

  await database.query("update services set observed_since = now() - interval '9 days'");
  await refreshTrust(database, serviceIds);
  t.match(
    await findTrust(database, id),
    { parts: { settlements: { facts: { transactions: 10, days: 10 } } } },
    'nor those from before it was where it is',
  );
  await database.query('update services set observed_since = null');
  await refreshTrust(database, serviceIds);

  await check(database, id, ...daily(3));
  await database.query('update checks set simulated = true');
  await refreshTrust(database, [id]);
  t.equal(await scoreOf(database, id), 7);
  await database.query('update monitoring set simulated = true');
  await refreshTrust(database, [id]);
  t.match(await findTrust(database, id), {
    isSimulated: true,
    parts: { honesty: { facts: { answered: 3 } } },
  });
});

t.test('trust that nothing has refreshed for a day is refreshed by itself', async (t) => {
  const database = await testCatalog(t);
  const { id } = await register(database);
  await check(database, id, ...daily(6));
  await refreshTrust(database, [id], new Date(Date.now() - 3 * 86_400_000));
  const before = (await scoreOf(database, id)) ?? 0;
  t.strictSame(await refreshOldTrust(database), { refreshed: 1, changed: [id] });
  t.ok(((await scoreOf(database, id)) ?? 0) > before);
  t.strictSame(await refreshOldTrust(database), { refreshed: 0, changed: [] });
});
