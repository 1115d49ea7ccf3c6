import {
  changeService,
  createAccount,
  type Database,
  editService,
  findStatus,
  listServiceHistory,
  migrate,
  registerService,
  scheduleChecks,
} from '@shirube/catalog';
import { registration } from '@shirube/testing';
import {
  confirmedFeed,
  everybody,
  lockAwaited,
  openTransaction,
  register,
  testCatalog,
} from '@shirube/testing/catalog';
import t from 'tap';
import { takeAddressTurn } from '../dist/schedule/addressTurns.js';
import { listenForChecks } from '../dist/schedule/awaitCheck.js';
import { type ClaimedCheck, claimChecks } from '../dist/schedule/claimChecks.js';
import { reportMonitor } from '../dist/schedule/monitors.js';
import { backOffHost, recordCheck } from '../dist/schedule/recordCheck.js';
import { requestCheck } from '../dist/schedule/requestCheck.js';
import { removeServices } from './testMonitor.js';

const database = await testCatalog(t);
t.beforeEach(() => removeServices(database));

async function scheduleOf(database: Database, id: string) {
  const { rows } = await database.query(
    `select host, monitoring.due_at <= now() as due, status_held, trust_held, confirmed_since, failures,
        (select due_at <= now() from monitored_hosts where host = monitoring.host) as host_due
      from monitoring where service_id = $1`,
    [id],
  );
  return rows[0];
}

t.test('a service is due from its registration on, and again when a checked field changes', async (t) => {
  const { id } = await register(database, { endpoint: 'HTTPS://API.Example.com:8443/plain?x=1' });
  const due = { host: 'api.example.com', due: true, host_due: true };
  t.match(await scheduleOf(database, id), due);

  const later = `update monitoring set due_at = now() + interval '1 hour', confirmed_since = now(), failures = 3`;
  await database.query(later);
  await editService(database, id, {}, (before) => ({ ...before, description: 'Other words.' }));
  t.match(await scheduleOf(database, id), { due: false }, 'words are nothing to check');

  await editService(database, id, {}, (before) => ({
    ...before,
    pricing: { ...before.pricing, pricePerRequest: '0.02' },
  }));
  t.match(await scheduleOf(database, id), { ...due, confirmed_since: null, failures: 3 });
  await database.query(later);
  await editService(database, id, {}, (before) => ({ ...before, endpoint: 'https://[2001:db8::1]:8443/' }));
  t.match(await scheduleOf(database, id), {
    host: '[2001:db8::1]',
    due: true,
    host_due: true,
    failures: 0,
  });
});

t.test('a status or trust that an operator sets is held, and changes of status have a reason', async (t) => {
  const database = await testCatalog(t);
  const { id } = await register(database);
  t.match(await scheduleOf(database, id), { status_held: false, trust_held: false });
  await changeService(database, id, { trustScore: 40 });
  t.match(await scheduleOf(database, id), { status_held: false, trust_held: true });
  await changeService(database, id, { status: 'verified' });
  t.match(await scheduleOf(database, id), { status_held: true, trust_held: true });

  await editService(database, id, {}, () => registration({ endpoint: 'https://other.example.com/' }));
  t.match(await scheduleOf(database, id), { status_held: false }, '"verified" was about another endpoint');
  await changeService(database, id, { status: 'inactive' });
  await editService(database, id, {}, () => registration());
  t.match(await scheduleOf(database, id), { status_held: true }, 'and "inactive" is not');

  const history = await listServiceHistory(database, id);
  t.match(
    history.filter(({ status }) => status).map(({ status, reason }) => ({ status, reason })),
    [
      { status: 'inactive', reason: 'operator' },
      { status: 'unverified', reason: 'edited' },
      { status: 'verified', reason: 'operator' },
    ],
  );
  const feed = await confirmedFeed(database);
  t.same(
    feed.changes.map(({ change }) => change.reason),
    [undefined, undefined, 'operator', 'edited', 'operator', undefined],
  );
});

const policy = { intervalSeconds: 3_600, gapSeconds: 0 };
const monitor = { id: '019a2c5e-7b1d-7c3a-9f0e-2d4b6a8c0e1f', name: 'here', intervalSeconds: 3_600 };

/** Has a monitor report as of in an hour, so that it does not count as stopped on a slow machine. */
async function runMonitor(database: Database): Promise<void> {
  await reportMonitor(database, { ...monitor, offlineSince: undefined });
  await database.query("update monitors set seen_at = now() + interval '1 hour'");
}

async function claimOne(database: Database): Promise<ClaimedCheck> {
  const { claimed } = await claimChecks(database, { limit: 1, isFar: true }, everybody);
  const [check] = claimed;
  if (!check) throw new Error('nothing is due');
  return check;
}
const answered = (database: Database, claimed: ClaimedCheck, checkedAt = new Date()) =>
  recordCheck(database, claimed, { checkedAt, verdict: 'ok', declared: {}, observed: {} }, policy);

async function registerFor(database: Database, accountId: string, endpoint: string): Promise<string> {
  const result = await registerService(database, registration({ endpoint }), { accountId });
  if (result.outcome !== 'created') throw new Error(result.outcome);
  await scheduleChecks(database, [result.service.id]);
  return result.service.id;
}

t.test('a host is scheduled once, however it is written', async (t) => {
  const forms = {
    'bystander.example': [
      'http://bystander.example/1',
      'http://%62ystander.example/2',
      'http://ｂystander。example/3',
      'http://BYSTANDER.example.:8080/4',
    ],
    '127.0.0.1': ['http://0x7f.1/', 'http://2130706433/', 'http://127.0.0.1./'],
    '[::1]': ['http://[::1]/', 'http://[0:0:0:0:0:0:0:1]/'],
  };
  for (const [host, endpoints] of Object.entries(forms)) {
    for (const endpoint of endpoints) {
      const { id } = await register(database, { endpoint });
      t.match(await scheduleOf(database, id), { host }, endpoint);
      await editService(database, id, {}, (before) => ({ ...before, endpoint: 'https://other.example/' }));
      await editService(database, id, {}, (before) => ({ ...before, endpoint }));
      t.match(await scheduleOf(database, id), { host, host_due: true }, endpoint);
    }
  }

  // Restores the state of an earlier version.
  await database.query("update monitoring set host = 'alias of ' || service_id");
  await database.query('update services set endpoint_host = null');
  await database.query('delete from monitored_hosts');
  await migrate(database);
  const { rows } = await database.query<{ host: string }>('select host from monitored_hosts order by host');
  t.same(
    rows.map(({ host }) => host),
    Object.keys(forms).sort(),
  );
});

t.test('a host that has opted out is not checked under any spelling', async (t) => {
  await runMonitor(database);
  await register(database, { endpoint: 'https://api.example.com/' });
  await backOffHost(database, await claimOne(database));
  const { id } = await register(database, { endpoint: 'https://%61pi.example.com./' });
  t.match(await requestCheck(database, id), { outcome: 'opted_out' });
  t.match(await claimChecks(database, { limit: 10, isFar: true }, everybody), { claimed: { length: 0 } });
});

t.test('a status that an operator sets while the host opts out stays', async (t) => {
  const { id } = await register(database);
  await database.query("update services set status = 'verified'");
  const operator = await openTransaction(t, database);
  await changeService(operator, id, { status: 'verified' });
  const left = backOffHost(database, await claimOne(database));
  await lockAwaited(database);
  await operator.query('commit');
  t.same(await left, []);
  t.match(await findStatus(database, id), { status: 'verified' });
});

t.test('a check that is under way when another is requested counts for both', async (t) => {
  await runMonitor(database);
  const { id } = await register(database);
  const underWay = await claimOne(database);
  const checkedAt = new Date();
  const request = await requestCheck(database, id);
  if (request.outcome !== 'requested') return t.fail(request.outcome);
  const listener = listenForChecks(database);
  t.teardown(() => listener.close());
  t.equal(await listener.wait(id, request.since, 100.5), undefined, 'while it has not ended there is none');
  await answered(database, underWay, checkedAt);
  t.match(await listener.wait(id, request.since, 0), { checkedAt: checkedAt.toISOString() });
});

t.test(
  'many requested checks on a host do not keep the service of another account there from being checked',
  async (t) => {
    await runMonitor(database);
    const { id: attacker } = await createAccount(database, { name: 'attacker' });
    const { id: rival } = await createAccount(database, { name: 'rival' });
    const ids: string[] = [];
    for (let i = 0; i < 24; i += 1) ids.push(await registerFor(database, attacker, `https://rival.example/${i}`));
    const own = await registerFor(database, rival, 'https://rival.example/own');
    const turns: string[] = [];
    // 60 turns are enough: chance alone does not skip a service that often.
    while (!turns.includes(own) && turns.length < 60) {
      const id = ids[turns.length % ids.length] ?? '';
      await editService(database, id, {}, (before) => ({ ...before, endpoint: `${before.endpoint}x` }));
      await requestCheck(database, id);
      const claimed = await claimOne(database);
      turns.push(claimed.serviceId);
      await answered(database, claimed);
    }
    t.ok(turns.includes(own));
  },
);

t.test('requested checks take turns with those that are due', async (t) => {
  await runMonitor(database);
  for (let i = 0; i < 60; i += 1) {
    const { id } = await register(database, { endpoint: `https://asking${i}.example/` });
    await requestCheck(database, id);
  }
  await register(database, { endpoint: 'https://waiting.example/' });
  await database.query("update monitored_hosts set due_at = now() - interval '1 hour' where host = 'waiting.example'");
  const hosts: string[] = [];
  while (!hosts.includes('waiting.example') && hosts.length < 50) {
    hosts.push((await claimOne(database)).host);
  }
  t.ok(hosts.includes('waiting.example'));

  const requested = async () => {
    const { rows } = await database.query('select 1 from monitoring where requested_at is not null');
    return rows.length;
  };
  const { id } = await register(database);
  const { claimed } = await claimChecks(database, { limit: 100, isFar: true }, everybody);
  for (const check of claimed) await answered(database, check);
  const before = await requested();
  await editService(database, id, {}, (now) => ({ ...now, endpoint: 'https://moved.example/' }));
  t.match(await requestCheck(database, id), { outcome: 'requested' });
  t.equal(await requested(), before, 'who has just been checked does not come first by an edit');
});

t.test('accounts with a full share of the checks do not delay those of others', async (t) => {
  const { id: slow } = await createAccount(database, { name: 'slow' });
  const { id: other } = await createAccount(database, { name: 'other' });
  await database.query(
    `insert into services (id, account_id, name, description, endpoint, category, currency, price_per_request,
        payment_address, network, chain)
      select gen_random_uuid(), $1, 'Slow', 'Slow.', 'https://slow' || n || '.example/', 'utilities', 'USDC', '0.01',
        '0x209693Bc6afc0C5328bA36FaF03C514EF312287C', 'base', 'base'
      from generate_series(1, 1200) as n`,
    [slow],
  );
  await registerFor(database, slow, 'https://shared.example/slow');
  const shared = await registerFor(database, other, 'https://shared.example/other');
  await database.query("update monitored_hosts set due_at = now() - interval '1 hour' where host <> 'shared.example'");
  const shares = { ...everybody, fullAccounts: () => [slow] };
  const claimed: ClaimedCheck[] = [];
  for (let isMore = true; isMore && claimed.length === 0; ) {
    const next = await claimChecks(database, { limit: 1, isFar: true }, shares);
    claimed.push(...next.claimed);
    isMore = next.isMore;
  }
  t.match(claimed, [{ serviceId: shared, accountId: other }]);
});

t.test('services of one account take turns at an address', async (t) => {
  const { id: accountId } = await createAccount(database, { name: 'one' });
  const { id: another } = await createAccount(database, { name: 'another' });
  const turn = { address: '127.0.0.1', accountId, gapSeconds: 100 };
  t.equal(await takeAddressTurn(database, turn), undefined);
  const wait = (await takeAddressTurn(database, turn)) ?? 0;
  t.ok(wait > 0, 'the turn is taken');
  t.equal(await takeAddressTurn(database, { ...turn, address: '127.0.0.2' }), undefined);
  t.equal(await takeAddressTurn(database, { ...turn, accountId: another }), undefined);
  await database.query('update asked_addresses set free_at = now()');
  t.equal(await takeAddressTurn(database, turn), undefined);
});
