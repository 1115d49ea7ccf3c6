import { assignServices, createAccount, operatorAccount } from '@shirube/catalog';
import { readSettlement } from '@shirube/contracts';
import { register, testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { findTrust } from '../dist/score/findTrust.js';
import { refreshTrust } from '../dist/score/refreshTrust.js';
import { noSettlements, type TrustFacts, trustCap, trustOf, trustScore, uptimeOf } from '../dist/score/trustOf.js';
import { recordSettlements } from '../dist/settlements/recordSettlements.js';

const now = new Date('2026-06-30T12:30:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
type Hour = TrustFacts['hours'][number];
interface HourCounts {
  requests?: number;
  answered?: number;
  judged?: number;
  matched?: number;
}
function hour(ago: number, counts: HourCounts = {}): Hour {
  const requests = counts.requests ?? 1;
  const answered = counts.answered ?? requests;
  const judged = counts.judged ?? answered;
  return { hour: hoursAgo(ago), requests, answered, judged, matched: counts.matched ?? judged };
}
/** Creates a check every six hours for the given number of days, with the results that `countsAt` returns. */
const checked = (days: number, countsAt: (ago: number) => HourCounts = () => ({})): Hour[] =>
  Array.from({ length: days * 4 }, (_, i) => hour(i * 6 + 1, countsAt(i * 6 + 1)));
const nothing: TrustFacts = {
  status: 'unverified',
  hours: [],
  provenSince: null,
  settlements: noSettlements,
};
const paid = (worth: number, days: number): TrustFacts['settlements'] => ({ ...noSettlements, worth, days });
const points = (facts: Partial<TrustFacts>) => {
  const parts = trustOf({ ...nothing, ...facts }, now);
  return [parts.reachability, parts.honesty, parts.age, parts.settlements].map((part) => part.points);
};

const cases: [string, Partial<TrustFacts>, number[]][] = [
  ['nothing is known', {}, [0, 0, 0, 0]],
  ['all is well for a month', { hours: checked(30) }, [40, 35, 0, 0]],
  ['it has been looked at for one day', { hours: checked(1) }, [11, 10, 0, 0]],
  ['it has been looked at a hundred times in one hour', { hours: [hour(1, { requests: 100 })] }, [6, 5, 0, 0]],
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
  ['it could only not be asked', { hours: checked(30, () => ({ requests: 0 })) }, [0, 0, 0, 0]],
  ['it is 90 days old', { provenSince: hoursAgo(90 * 24) }, [0, 0, 5, 0]],
  ['it is older than counts', { provenSince: hoursAgo(900 * 24) }, [0, 0, 10, 0]],
  ['it begins in the future', { provenSince: hoursAgo(-48) }, [0, 0, 0, 0]],
  ['it is paid on many days', { settlements: paid(200, 40) }, [0, 0, 0, 15]],
  ['it is paid more than counts', { settlements: paid(1e9, 90) }, [0, 0, 0, 15]],
  ['it was paid by many on one day', { settlements: paid(200, 1) }, [0, 0, 0, 2]],
  ['it is paid by ten in ten days', { settlements: paid(10, 10) }, [0, 0, 0, 7]],
];
t.test('the points for reachability, honesty, age and settlements follow from the facts', async (t) => {
  for (const [what, facts, expected] of cases) t.strictSame(points(facts), expected, what);
});

t.test('the parts of trust show their facts, and uptime is null without requests', async (t) => {
  const hours = [hour(1, { requests: 4, answered: 1 }), hour(7), hour(31, { requests: 0 })];
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
      trustOf({ ...nothing, hours: checked(30), provenSince: hoursAgo(9e4), settlements: paid(1e4, 50) }, now),
    ),
    100,
  );
});

t.test('the latest state of a service caps its trust', async (t) => {
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

t.test('ten points for payments take many customers, and none of the three cheapest ways gives them', async (t) => {
  const database = await testCatalog(t);
  const { id, endpoint } = await register(database);
  const other = await register(database, { endpoint: 'https://elsewhere.example.com/' });
  const { id: account } = await createAccount(database, { name: 'somebody else' });
  await assignServices(database, account, [other.id]);
  await database.query("update services set created_at = now() - interval '60 days'");
  const own = `0x${'1'.repeat(40)}`;
  await database.query('update services set payment_address = $2 where id = $1', [id, own]);
  const wallet = (n: number) => `0x${(n + 256).toString(16).padStart(40, '0')}`;
  let transactions = 0;
  /** Pays a service from each wallet on each of `days` days. */
  async function pay(wallets: readonly string[], resource = endpoint, days = 10) {
    const settlements = Array.from({ length: days }, (_, day) =>
      wallets.map((payer) => {
        const read = readSettlement({
          network: 'base',
          transaction: `0x${String(++transactions).padStart(64, '0')}`,
          payTo: own,
          payer,
          asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          amount: '1',
          resource,
          settledAt: new Date(Date.now() - day * 86_400_000).toISOString(),
        });
        if (!('settlement' in read)) throw new Error(JSON.stringify(read));
        return read.settlement;
      }),
    ).flat();
    await recordSettlements(database, settlements, operatorAccount);
    await refreshTrust(database, [id]);
    return (await findTrust(database, id))?.parts.settlements;
  }
  const many = Array.from({ length: 30 }, (_, n) => wallet(n));
  t.match(await pay([own, own, own]), { points: 0, facts: { transactions: 30, payers: 0 } }, 'paying oneself');
  t.match(await pay(many.slice(0, 1)), { points: 0, facts: { payers: 1, returning: 1 } }, 'from one wallet, every day');
  const idle = await pay(many);
  t.match(idle, { facts: { payers: 30, returning: 30 } });
  t.ok((idle?.points ?? 15) < 5, `from 30 wallets that pay nobody else: ${idle?.points} points`);
  await pay(many.slice(0, 20), other.endpoint, 1);
  const customers = await pay([]);
  t.ok((customers?.points ?? 0) >= 10, `20 who pay others, too, and come back: ${customers?.points} points`);
});
