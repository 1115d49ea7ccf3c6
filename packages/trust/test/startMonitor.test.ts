import {
  changeService,
  editService,
  findService,
  findStatus,
  listServiceHistory,
  readLogStanding,
} from '@shirube/catalog';
import { until, wallet } from '@shirube/testing';
import { testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { readMonitorStatus } from '../dist/schedule/monitors.js';
import { releaseService, requestCheck } from '../dist/schedule/requestCheck.js';
import { challengeV1, serveHost, startSeller } from './sellers.js';
import { free, monitor, register, statusIs, verdictsOf } from './testMonitor.js';

t.test(
  'a seller that asks for what is registered is verified, and is not once it asks for something else',
  async (t) => {
    const database = await testCatalog(t);
    const seller = await startSeller(t);
    const good = await register(database, `${seller.url}/get`);
    const dear = await register(database, `http://localhost:${seller.port}/post`, { price: '0.001' });
    const { enqueued, lines, metrics } = monitor(t, database, {
      MONITOR_INTERVAL_SECONDS: '5',
      PUBLIC_URL: 'http://directory.example',
    });
    await statusIs(database, good, 'verified');
    await until(() => enqueued.includes(good), { message: 'search is not told' });
    t.match((await listServiceHistory(database, good))[0], {
      type: 'status',
      status: 'verified',
      reason: 'confirmed',
    });
    t.ok((await findStatus(database, good))?.lastChecked);
    t.match([...seller.userAgents][0], /^ShirubeMonitor\/\S+ \(shirube; \+http:\S+\/monitor\)$/);
    await until(async () => (await verdictsOf(database, dear)).length > 0, { message: 'it is not checked' });
    t.same(new Set(await verdictsOf(database, dear)), new Set(['wrong_price']));

    await editService(database, good, {}, (before) => ({
      ...before,
      x402Config: { ...before.x402Config, paymentAddress: '0x036CbD53842c5426634e7929541eC2318f3dCF7e' },
    }));
    await until(async () => (await verdictsOf(database, good)).includes('wrong_address'), {
      message: 'a change is not checked',
    });
    t.match(await findService(database, good), { status: 'unverified' });
    await until(
      async () => /shirube_monitor_checks_total\{verdict="wrong_address"\} [1-9]/.test(await metrics.metrics()),
      { message: 'the check is not counted' },
    );
    t.match(await metrics.metrics(), /shirube_monitor_hosts_failing 0/);
    t.same(lines, []);
    t.match(await readMonitorStatus(database), { monitors: [{ intervalSeconds: 5 }], services: 2, hosts: 2 });
  },
);

t.test('with MONITOR=off no check is scheduled, and once a monitor runs all are', async (t) => {
  const database = await testCatalog(t);
  const seller = await serveHost(t, free);
  const off = monitor(t, database, { MONITOR: 'off' });
  const id = await register(database, seller.url);
  const hasRead = async () =>
    (await readLogStanding(database)).followers.some(({ name, pending }) => name === 'monitor' && pending === 0);
  await until(hasRead, { message: 'it does not follow the log' });
  t.match(await readMonitorStatus(database), { services: 0, monitors: { length: 0 } });
  await off.close();
  monitor(t, database, { MONITOR_INTERVAL_SECONDS: '1' });
  await statusIs(database, id, 'verified');
});

t.test(
  'a status that an operator has set holds until it is released, and a requested check is made first',
  async (t) => {
    const database = await testCatalog(t);
    const seller = await serveHost(t, free);
    const id = await register(database, seller.url);
    t.match(await requestCheck(database, id), { outcome: 'no_monitor' });
    await changeService(database, id, { status: 'inactive' });
    monitor(t, database, { MONITOR_INTERVAL_SECONDS: '1' });
    await until(async () => (await verdictsOf(database, id)).length >= 3, { message: 'it is not checked' });
    t.match(await findService(database, id), { status: 'inactive' });
    t.match(await requestCheck(database, id), { outcome: 'checked', check: { verdict: 'ok' } });
    await database.query("update checks set checked_at = checked_at - interval '2 minutes'");
    t.match(await requestCheck(database, id, '00000000-0000-7000-8000-000000000001'), { outcome: 'not_owner' });
    await releaseService(database, id);
    await statusIs(database, id, 'verified');
  },
);

t.test('a host that opts out is not checked any more, and its services are not verified', async (t) => {
  const database = await testCatalog(t);
  let optOut = false;
  const seller = await serveHost(t, (_request, response) => {
    response.writeHead(402, optOut ? { 'Shirube-Monitor': 'no' } : {}).end(challengeV1());
  });
  const id = await register(database, seller.url);
  const { lines } = monitor(t, database, { MONITOR_INTERVAL_SECONDS: '1' });
  await statusIs(database, id, 'verified');
  optOut = true;
  await statusIs(database, id, 'unverified');
  t.match((await listServiceHistory(database, id))[0], { reason: 'opted_out' });
  const { length } = await verdictsOf(database, id);
  await database.query("update monitoring set due_at = now() - interval '1 hour'");
  t.match(await requestCheck(database, id), { outcome: 'opted_out' });
  optOut = false;
  const other = await register(database, `http://127.0.0.2:${seller.port}/`);
  await until(async () => (await verdictsOf(database, other)).length > 1, {
    message: 'others are not checked',
  });
  t.equal((await verdictsOf(database, id)).length, length, 'it is not asked again, though it would be well');
  // The other host is due every second.
  await until(async () => (await readMonitorStatus(database)).due === 0, {
    message: 'who has opted out counts as due',
  });
  t.match(await readMonitorStatus(database), { hostsOptedOut: 1 });
  t.same(lines, ['the host has opted out of checks']);
});

t.test(
  'a challenge that cannot be stored counts as a check, and a service that cannot be judged is checked again',
  async (t) => {
    const database = await testCatalog(t);
    let payTo: string = wallet;
    const seller = await serveHost(t, (_request, response) => void response.writeHead(402).end(challengeV1({ payTo })));
    const id = await register(database, `${seller.url}/bad`);
    monitor(t, database, { MONITOR_INTERVAL_SECONDS: '1' });
    await statusIs(database, id, 'verified');
    payTo = `${wallet}\u0000\ud800${'x'.repeat(50_000)}`;
    await statusIs(database, id, 'unverified');
    t.match((await listServiceHistory(database, id))[0], { reason: 'wrong_address' });
    const { rows } = await database.query(
      "select length(observed ->> 'payTo') as length from checks where verdict = 'wrong_address'",
    );
    t.ok(rows[0].length < 200);

    // Such a price cannot be registered, so the monitor fails on it.
    await database.query("update services set price_per_request = '1e-2'");
    payTo = wallet;
    await until(async () => (await verdictsOf(database, id)).at(-1) === 'bad_challenge', {
      message: 'what cannot be judged is not recorded',
    });
  },
);

t.test('a service whose checks fail to be recorded does not block its host', async (t) => {
  const database = await testCatalog(t);
  const seller = await serveHost(t, free);
  const first = await register(database, `${seller.url}/first`);
  await database.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'not today'; end $$;
    create trigger refuse before insert on checks for each row when (new.service_id = '${first}')
      execute function refuse()`);
  const second = await register(database, `${seller.url}/second`);
  const { lines } = monitor(t, database, { MONITOR_INTERVAL_SECONDS: '1' });
  await statusIs(database, second, 'verified');
  t.strictSame([...new Set(seller.requests)], ['GET /first', 'GET /second'], 'which came after it');
  t.same(await verdictsOf(database, first), []);
  t.match(lines, [/schedule of checks/]);
});

t.test('a host that redirects to another is neither verified nor opted out by it', async (t) => {
  const database = await testCatalog(t);
  let optOut = false;
  const victim = await serveHost(t, (_request, response) => {
    response.writeHead(402, optOut ? { 'Shirube-Monitor': 'no' } : {}).end(challengeV1());
  });
  let leads = true;
  const own = await serveHost(t, (_request, response) => {
    if (leads) response.writeHead(302, { location: victim.url }).end();
    else response.writeHead(402).end(challengeV1());
  });
  const id = await register(database, own.url);
  monitor(t, database, { MONITOR_INTERVAL_SECONDS: '1' });
  await until(async () => (await verdictsOf(database, id)).length > 2, { message: 'it is not checked' });
  t.same(new Set(await verdictsOf(database, id)), new Set(['redirected']));
  t.match(await findService(database, id), { status: 'unverified' });
  leads = false;
  await statusIs(database, id, 'verified');
  optOut = true;
  leads = true;
  await statusIs(database, id, 'unverified');
  t.match((await listServiceHistory(database, id))[0], { reason: 'contradicted' });
  t.match(await readMonitorStatus(database), { hostsOptedOut: 0 });
  t.same(victim.requests, []);
});

t.test('two monitors check each service once', async (t) => {
  const database = await testCatalog(t);
  const seller = await serveHost(t, free);
  const paths = Array.from({ length: 40 }, (_, i) => `http://127.0.0.${2 + (i % 20)}:${seller.port}/${i}`);
  const ids = await Promise.all(paths.map((endpoint) => register(database, endpoint)));
  for (let n = 0; n < 2; n += 1) monitor(t, database, { MONITOR_INTERVAL_SECONDS: '3600', MONITOR_CONCURRENCY: '10' });
  for (const id of ids)
    await until(async () => (await verdictsOf(database, id)).length > 0, { message: 'one is skipped' });
  t.equal(seller.requests.length, ids.length);
  t.equal(new Set(seller.requests).size, ids.length);
});
