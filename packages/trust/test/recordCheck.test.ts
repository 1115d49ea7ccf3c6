import { randomUUID } from 'node:crypto';
import {
  createAccount,
  editService,
  findFirst,
  findService,
  findStatus,
  listAccountServices,
  registerService,
  scheduleChecks,
  skipToEnd,
  unclaimedAccount,
} from '@shirube/catalog';
import type { PaymentTerms } from '@shirube/contracts';
import { registration, wallet } from '@shirube/testing';
import { entriesOf, everybody, outstanding, proveFor, register, testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { readCheckHistory } from '../dist/history/readCheckHistory.js';
import { rollUpHistory } from '../dist/history/rollUpHistory.js';
import { findCheckSince } from '../dist/schedule/awaitCheck.js';
import { claimChecks } from '../dist/schedule/claimChecks.js';
import { followTerms } from '../dist/schedule/followTerms.js';
import { reportMonitor } from '../dist/schedule/monitors.js';
import type { ObservedCheck } from '../dist/schedule/observedCheck.js';
import { declaredTerms, recordCheck } from '../dist/schedule/recordCheck.js';
import { findTrust } from '../dist/score/findTrust.js';
import { refreshTrust } from '../dist/score/refreshTrust.js';
import { removeServices } from './testMonitor.js';

const policy = { intervalSeconds: 3600, gapSeconds: 0 };
const challenge: PaymentTerms = {
  network: 'eip155:8453',
  payTo: wallet,
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  price: '0.01',
  currency: 'USDC',
};
const longAgo = new Date(0);
const database = await testCatalog(t);
t.beforeEach(() => removeServices(database));

/** Claims the only service, and records the result of its check. */
async function record(changes: Partial<ObservedCheck> = {}) {
  await database.query("update monitoring set due_at = '-infinity'");
  await database.query("update monitored_hosts set due_at = '-infinity', free_at = '-infinity'");
  const { claimed: due } = await claimChecks(database, { limit: 2, isFar: true }, everybody);
  const [claimed] = due;
  if (!claimed) throw new Error('nothing is due');
  const check: ObservedCheck = {
    checkedAt: new Date(),
    verdict: 'ok',
    method: 'GET',
    httpStatus: 402,
    durationMs: 20,
    declared: declaredTerms(claimed),
    observed: challenge,
    ...changes,
  };
  return recordCheck(database, claimed, check, policy);
}
const countOf = async (condition = 'true'): Promise<number> =>
  Number((await database.query(`select count(*) from checks where ${condition}`)).rows[0].count);

t.test('any text in a challenge is stored, shortened to printable characters', async (t) => {
  const { id } = await register(database);
  for (const text of ['0x\u0000', '\ud800', '💥'.repeat(9_000), 'x'.repeat(60_000), '"\\'.repeat(30_000)]) {
    const observed = { network: text, payTo: text, asset: text };
    t.match(await record({ verdict: 'wrong_address', observed }), { recorded: true }, text.slice(0, 9));
    const check = await findCheckSince(database, id, longAgo);
    t.match(check, { verdict: 'wrong_address', observed: { payTo: /^[ -~]+$/ } });
  }
  const { rows } = await database.query('select max(pg_column_size(checks.*)) as size from checks');
  t.ok(rows[0].size < 2_000, `${rows[0].size} bytes`);
});

t.test('an extra check does not move the time from which a service is verified', async (t) => {
  const { id } = await register(database);
  await reportMonitor(database, { id: randomUUID(), name: 'one', intervalSeconds: 3600, offlineSince: undefined });
  const first = Date.now() - 600_000;
  const { rows: owners } = await database.query('select account_id from services');
  const monitorAfter = async (minutes: number) => {
    await record({ checkedAt: new Date(first + minutes * 60_000) });
    const { services } = await listAccountServices(database, owners[0].account_id, { limit: 1 });
    return services[0]?.monitor;
  };
  const confirmedSince = new Date(first).toISOString();
  const verifiedFrom = new Date(first + 360_000).toISOString();
  const monitor = await monitorAfter(0);
  t.match(monitor, { confirmedSince, verifiedFrom }, 'a tenth of the interval after the first');
  t.ok(monitor?.nextCheckAt && monitor.nextCheckAt > verifiedFrom, 'the check that is due counts');
  for (const minutes of [1, 2, 3.5]) {
    const { nextCheckAt } = (await monitorAfter(minutes)) ?? {};
    t.equal(nextCheckAt, monitor?.nextCheckAt);
  }
  t.equal((await findStatus(database, id))?.status, 'unverified');
  t.match(await monitorAfter(6), { verifiedFrom: null });
  t.equal((await findStatus(database, id))?.status, 'verified', 'one that is asked for after a tenth verifies');
});

t.test('a check that cannot be stored is recorded as a failed one', async (t) => {
  const { id } = await register(database);
  t.match(await record({ httpStatus: 1e12 }), { recorded: true });
  t.match(await findCheckSince(database, id, longAgo), {
    verdict: 'bad_challenge',
    detail: 'unrecordable',
    declared: { price: '0.01', payTo: wallet },
    observed: {},
  });
  t.ok((await findStatus(database, id))?.lastChecked);
  const { rows } = await database.query('select claim, contradictions from monitored_hosts, monitoring');
  t.match(rows, [{ claim: null, contradictions: 1 }], 'it counts, and its host is free');
});

t.test(
  'the declared terms of a check are read in full, and stored only where they differ from the observed ones',
  async (t) => {
    const { id } = await register(database);
    const declared = { network: 'base', payTo: wallet, price: '0.01', currency: 'USDC' };
    const stored = async () =>
      (await database.query('select declared from checks order by checked_at desc limit 1')).rows[0].declared;
    await record();
    t.strictSame(await stored(), { network: 'base' });
    t.strictSame((await findCheckSince(database, id, longAgo))?.declared, declared);
    await record({ verdict: 'wrong_price', observed: { ...challenge, price: '0.02' } });
    t.strictSame(await stored(), { network: 'base', price: '0.01' });
    t.match(await findCheckSince(database, id, longAgo), { declared, observed: { price: '0.02' } });
    await record({ verdict: 'timeout', observed: {} });
    t.strictSame(await stored(), declared);
  },
);

t.test('at most 100 checks with one verdict are kept per service, and all of them count', async (t) => {
  const { id } = await register(database);
  // The first hour that is not aggregated yet.
  const hour = Math.floor((Date.now() - 600_000) / 3_600_000) * 3_600_000;
  const note = (verdict: string, count: number, ago: string) =>
    database.query(
      `insert into checks (service_id, checked_at, verdict, declared, observed)
        select $1, $5::timestamptz - $4::interval + n * interval '1 millisecond', $2, '{}',
          '{"price": "0.01", "currency": "USDC"}' from generate_series(1, $3) as n`,
      [id, verdict, count, ago, new Date(hour)],
    );
  await note('ok', 300, '2 days');
  await note('wrong_price', 40, '1 day');
  await rollUpHistory(database);
  await note('ok', 200, '0 hours');
  await record({ checkedAt: new Date(hour + 1_000) });
  t.equal(await countOf("verdict = 'ok'"), 100, 'with one verdict');
  t.equal(await countOf("verdict = 'wrong_price'"), 40, 'nothing is pushed out by what differs from it');
  const history = await readCheckHistory(database, id, '7d');
  t.match(history?.verdicts, [
    { verdict: 'ok', checks: 400 },
    { verdict: 'wrong_price', checks: 40 },
  ]);
  t.match(await readCheckHistory(database, id, '90d'), { checks: 440 });
  await refreshTrust(database, [id]);
  const { rows } = await database.query(`select parts -> 'honesty' -> 'facts' as facts from trust`);
  t.strictSame(rows, [{ facts: { answered: 440, matched: 400 } }]);
});

t.test('the checks that are kept for an account are bounded, and all of them count', async (t) => {
  const { id } = await register(database);
  await database.query(
    `insert into checks (service_id, checked_at, verdict, declared, observed)
      select $1, now() - interval '2 days' + n * interval '1 second', 'ok', '{}', '{"price": "1"}'
      from generate_series(1, 6000) as n`,
    [id],
  );
  await rollUpHistory(database);
  t.equal(await countOf(), 5_030);
  t.match(await readCheckHistory(database, id, '7d'), { checks: 6_000 }, 'what was seen is not forgotten');
});

t.test(
  'a service at the endpoint of another account is verified only with a proof, which ends that of the other',
  async (t) => {
    const endpoint = 'https://api.example.com/weather';
    const registerAs = async (name: string) => {
      const account = await createAccount(database, { name });
      const result = await registerService(database, registration({ endpoint }), { accountId: account.id });
      if (result.outcome !== 'created') throw new Error(result.outcome);
      return { account, id: result.service.id };
    };
    const first = await registerAs('first');
    const { account, id } = await registerAs('owner');
    /** Checks only this service, twice within the interval, and returns its status. */
    async function confirm(one: string) {
      await database.query('delete from monitoring where service_id <> $1', [one]);
      await scheduleChecks(database, [one]);
      await record({ checkedAt: new Date(Date.now() - 3_600_000) });
      await record();
      return (await findStatus(database, one))?.status;
    }
    t.equal(await confirm(first.id), 'verified');
    t.equal(await confirm(id), 'unverified');
    await proveFor(database, account.id, { kind: 'wallet', how: 'signature', subject: wallet, endpoint });
    t.equal(await confirm(id), 'verified');
    t.match(await findTrust(database, id), { ownerVerified: { how: 'signature' } });
    t.equal(await confirm(first.id), 'unverified', 'who came first without a proof');
    const { rows } = await database.query('select status_reason from services where id = $1', [first.id]);
    t.equal(rows[0].status_reason, 'unproven');
  },
);

t.test('a wallet owns a service once the endpoint has named it, until somebody proves the host', async (t) => {
  const account = await createAccount(database, { name: 'seller' });
  await proveFor(database, account.id, {
    kind: 'wallet',
    how: 'signature',
    subject: wallet,
    endpoint: 'https://api.example.com/other',
  });
  const endpoint = 'https://market.example/mine';
  const registered = await registerService(database, registration({ endpoint }), { accountId: account.id });
  if (registered.outcome !== 'created') throw new Error(registered.outcome);
  const { id } = registered.service;
  await scheduleChecks(database, [id]);
  const provenBy = async () => (await findTrust(database, id))?.ownerVerified?.how;
  const offer = { scheme: 'exact', network: challenge.network ?? '', asset: challenge.asset ?? '', amount: '10000' };
  const naming = (payTo: string) => record({ observation: { accepts: [{ ...offer, payTo }] } });
  t.equal(await provenBy(), undefined, 'another endpoint has named the wallet');
  await naming(`0x${'4'.repeat(40)}`);
  t.equal(await provenBy(), undefined);
  await naming(wallet.toLowerCase());
  t.equal(await provenBy(), 'signature');
  const host = await createAccount(database, { name: 'host' });
  await proveFor(database, host.id, { kind: 'host', how: 'dns', subject: 'market.example' }, 'market.example');
  await naming(wallet);
  t.equal(await provenBy(), 'dns', 'whoever proves the host gets it');
});

t.test('a check changes the terms of a service of nobody, and never its texts', async (t) => {
  const list = async (accountId: string) => {
    const texts = { name: 'As reviewed', description: 'As somebody has read it' };
    const registered = await registerService(database, registration(texts), { accountId });
    if (registered.outcome !== 'created') throw new Error(registered.outcome);
    return registered.service.id;
  };
  const observation = {
    details: { provider: { name: 'Another' } },
    accepts: [
      { scheme: 'upto', network: 'eip155:8453', asset: challenge.asset ?? '', amount: '1', payTo: wallet },
      {
        scheme: 'exact',
        network: 'eip155:137',
        asset: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
        amount: '20000',
        payTo: wallet,
      },
    ],
  };
  const check = { declared: { price: '0.01' }, observed: { price: '0.02' }, observation };
  const follow = async (serviceId: string, accountId: string, verdict: 'ok' | 'wrong_price', seen = observation) => {
    const checked = { ...check, observation: seen, checkedAt: new Date(), verdict };
    const isFollowed = await followTerms(database, { serviceId, accountId }, checked);
    return { isFollowed, ...(await findService(database, serviceId)) };
  };
  const id = await list(unclaimedAccount);
  t.match(await follow(id, unclaimedAccount, 'ok'), { isFollowed: false, pricing: { pricePerRequest: '0.01' } });
  const unpayable = { ...observation, accepts: observation.accepts.map((offer) => ({ ...offer, payTo: 'nobody' })) };
  t.match(await follow(id, unclaimedAccount, 'wrong_price', unpayable), { isFollowed: false });
  t.match(await follow(id, unclaimedAccount, 'wrong_price'), {
    isFollowed: true,
    name: 'As reviewed',
    description: 'As somebody has read it',
    pricing: { pricePerRequest: '0.02', currency: 'USDC' },
    x402Config: { network: 'polygon', paymentAddress: wallet },
  });
  const { id: accountId } = await createAccount(database, { name: 'owner' });
  const owned = await list(accountId);
  t.match(await follow(owned, accountId, 'wrong_price'), { isFollowed: false, pricing: { pricePerRequest: '0.01' } });
});

t.test('what a check reads about a service of nobody is its ways to pay alone', async (t) => {
  const observation = {
    details: { provider: { name: 'Another' }, tags: ['official visa support'] },
    accepts: [
      { scheme: 'exact', network: 'eip155:8453', asset: challenge.asset ?? '', amount: '10000', payTo: wallet },
    ],
  };
  const seen = async (accountId: string) => {
    await removeServices(database);
    const registered = await registerService(database, registration(), { accountId });
    if (registered.outcome !== 'created') throw new Error(registered.outcome);
    await scheduleChecks(database, [registered.service.id]);
    await record({ observation });
    return findService(database, registered.service.id);
  };
  const { id: accountId } = await createAccount(database, { name: 'seller' });
  t.match(await seen(accountId), { tags: ['official visa support'] });
  const { tags, provider, accepts } = (await seen(unclaimedAccount)) ?? {};
  t.strictSame([tags, provider], [undefined, undefined]);
  t.equal(accepts?.length, 1);
});

t.test('a service that redirects to the endpoint of another account is a duplicate of it', async (t) => {
  const endpoint = 'https://victim.example.com/api';
  const original = await register(database, { endpoint });
  await database.query('delete from monitoring');
  const account = await createAccount(database, { name: 'impostor' });
  const copy = await registerService(database, registration({ endpoint: 'https://impostor.example.com/' }), {
    accountId: account.id,
  });
  if (copy.outcome !== 'created') throw new Error(copy.outcome);
  const { id } = copy.service;
  await scheduleChecks(database, [id]);
  const isDuplicate = async () => (await entriesOf(database, [id]))[0]?.isDuplicate;
  t.equal(await isDuplicate(), false);
  await skipToEnd(database);

  const redirected = {
    verdict: 'redirected',
    observed: {},
    leadsTo: 'https://VICTIM.example.com:443/api/',
  } as const;
  t.match(await record(redirected), { recorded: true, isChanged: true });
  t.equal(await isDuplicate(), true);
  t.equal(await findFirst(database, id, 'leads_to'), original.id);
  t.match(await outstanding(database), [{ id }], 'and search is told');
  t.match(await record(redirected), { isChanged: false });
  await record({ verdict: 'timeout', observed: {} });
  t.equal(await isDuplicate(), true, 'a failure says nothing of it');
  t.match(await record(), { isChanged: true });
  t.equal(await isDuplicate(), false, 'until it asks for payment itself');
  await record(redirected);
  await editService(database, id, {}, (before) => ({ ...before, endpoint: 'https://moved.example.com/' }));
  t.equal(await isDuplicate(), false, 'or is somewhere else');
});
