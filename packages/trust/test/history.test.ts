import type { HistoryWindow } from '@shirube/contracts';
import { register, testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { readCheckHistory } from '../dist/history/readCheckHistory.js';
import { readMonitorSummary } from '../dist/history/readMonitorSummary.js';
import { rollUpHistory } from '../dist/history/rollUpHistory.js';
import { markSimulated } from '../dist/history/simulatePast.js';
import { readMonitorStatus } from '../dist/schedule/monitors.js';
import { findTrust } from '../dist/score/findTrust.js';
import { refreshTrust } from '../dist/score/refreshTrust.js';
import { removeServices } from './testMonitor.js';

interface PastCheck {
  ago: string;
  verdict?: string;
  ms?: number | null;
  price?: string;
  simulated?: boolean;
}

const database = await testCatalog(t);
t.beforeEach(() => removeServices(database));

async function check(id: string, ...checks: PastCheck[]) {
  for (const { ago, verdict = 'ok', ms = 100, price, simulated = false } of checks) {
    await database.query(
      `insert into checks (service_id, checked_at, verdict, duration_ms, declared, observed, simulated)
        values ($1, now() - $2::interval, $3, $4, '{}', $5, $6)`,
      [id, ago, verdict, ms, price ? { price, currency: 'USDC' } : {}, simulated],
    );
  }
}

const size = async (table: string): Promise<number> =>
  Number((await database.query(`select count(*) from ${table}`)).rows[0].count);
const read = async (id: string, window: HistoryWindow) => {
  const history = await readCheckHistory(database, id, window);
  if (!history) throw new Error('there is no history');
  return history;
};

t.test('a window shows uptime, response time, verdicts and price', async (t) => {
  const { id } = await register(database);
  t.match(await read(id, '24h'), {
    checks: 0,
    uptime: null,
    responseMs: null,
    steps: { length: 0 },
    isSimulated: false,
  });
  await check(
    id,
    { ago: '2 hours', price: '0.02', ms: 300 },
    { ago: '5 hours', verdict: 'wrong_price', price: '0.03', ms: 100 },
    { ago: '8 hours', verdict: 'timeout', ms: 5_000 },
    { ago: '9 hours', verdict: 'template_url', ms: null },
    { ago: '3 days', price: '0.02', ms: 200 },
    { ago: '8 days', price: '0.02' },
  );
  const day = await read(id, '24h');
  t.match(day, { step: 'hour', checks: 4, uptime: 66.67, responseMs: 200 });
  t.strictSame(
    day.steps.map(({ uptime }) => uptime),
    [null, 0, 100, 100],
  );
  t.strictSame(
    day.steps.map(({ responseMs }) => responseMs),
    [null, null, 100, 300],
  );
  t.strictSame(
    day.prices.map(({ price }) => price),
    ['0.03', '0.02'],
  );
  const week = await read(id, '7d');
  t.match(week, { step: 'hour', checks: 5, uptime: 75 });
  t.strictSame(
    week.prices.map(({ price }) => price),
    ['0.02', '0.03', '0.02'],
  );
  t.match(
    week.verdicts.find(({ verdict }) => verdict === 'ok'),
    { checks: 2 },
  );
  t.equal(await readCheckHistory(database, 'nobody', '7d'), undefined);
});

t.test('checks are aggregated once before they are pruned, and histories stay the same', async (t) => {
  const { id } = await register(database);
  for (let days = 0; days < 80; days += 4) {
    const ago = `${days} days 30 minutes`;
    await check(id, { ago, price: '0.01' }, { ago: `${days} days 31 minutes`, verdict: 'timeout' });
  }
  await rollUpHistory(database);
  await rollUpHistory(database);
  t.equal(await size('checks'), 4);
  t.ok((await size('check_days')) >= 36);
  const { checks, uptime, steps, prices } = await read(id, '90d');
  t.match({ checks, uptime, prices }, { checks: 40, uptime: 50, prices: [{ price: '0.01', currency: 'USDC' }] });
  t.equal(
    steps.reduce((sum, step) => sum + step.checks, 0),
    40,
  );
  await refreshTrust(database, [id]);
  t.match(await findTrust(database, id), { parts: { reachability: { facts: { checks: 16, uptime: 50 } } } });
});

t.test('checks and their aggregates are pruned by age', async (t) => {
  const { id } = await register(database);
  await check(id, { ago: '100 days' }, { ago: '800 days' }, { ago: '20 days' });
  await rollUpHistory(database);
  t.equal(await size('checks'), 0);
  t.equal(await size('check_hours'), 1);
  t.equal(await size('check_days'), 2);
});

t.test('simulated checks are shown only while there are no real ones', async (t) => {
  const { id } = await register(database);
  await check(id, { ago: '3 hours', simulated: true }, { ago: '4 hours', simulated: true });
  t.match(await read(id, '24h'), { isSimulated: true, checks: 2 });
  t.match(await readMonitorSummary(database), { isSimulated: true, days: [{}] });
  await check(id, { ago: '1 hour', verdict: 'dns' });
  t.match(await read(id, '24h'), { isSimulated: false, checks: 1, uptime: 0 });
  t.match(await readMonitorSummary(database), {
    isSimulated: false,
    days: [{ checks: 1, verdicts: [{ verdict: 'dns', checks: 1 }] }],
  });
});

t.test('monitor health and monitor status count the same failing hosts, without sample data', async (t) => {
  const sample = await register(database, { endpoint: 'https://sample.example.com/' });
  await register(database, { endpoint: 'https://sample.example.com/real' });
  const bad = await register(database, { endpoint: 'https://bad.example.com/' });
  // A monitor may have checked a demo service before it was marked.
  await database.query('update monitoring set failing_since = now() where service_id = any ($1)', [
    [sample.id, bad.id],
  ]);
  await markSimulated(database, [sample.id]);
  const { failingHosts } = await readMonitorSummary(database);
  t.strictSame(
    failingHosts.map(({ host }) => host),
    ['bad.example.com'],
  );
  t.equal((await readMonitorStatus(database)).hostsFailing, failingHosts.length);
});

t.test('the summary for operators has verdicts by day, failing hosts and changes of status', async (t) => {
  const good = await register(database, { endpoint: 'https://good.example.com/' });
  const bad = await register(database, { endpoint: 'https://bad.example.com/a' });
  await register(database, { endpoint: 'https://bad.example.com/b' });
  await check(good.id, { ago: '1 minute' }, { ago: '3 days' });
  await check(bad.id, { ago: '1 minute', verdict: 'dns' }, { ago: '20 days', verdict: 'dns' });
  await rollUpHistory(database);
  await database.query('update monitoring set failing_since = now() where service_id = $1', [bad.id]);
  await database.query("update services set status = 'inactive', status_reason = 'failing' where id = $1", [bad.id]);
  const summary = await readMonitorSummary(database);
  t.equal(summary.days.length, 3);
  t.equal(summary.days[0]?.checks, 2);
  t.match(summary, {
    statuses: { verified: 0, unverified: 2, inactive: 1 },
    failingHosts: [{ host: 'bad.example.com', services: 2, failing: 1 }],
    statusChanges: [{ id: bad.id, name: bad.name, from: 'unverified', to: 'inactive', reason: 'failing' }],
  });
});
