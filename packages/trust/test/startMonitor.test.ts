import { fileURLToPath } from 'node:url';
import {
  changeService,
  editService,
  findService,
  findStatus,
  listServiceHistory,
  readLogStanding,
} from '@shirube/catalog';
import { freePort, startProcess, until, wallet } from '@shirube/testing';
import { testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { readMonitorStatus } from '../dist/schedule/monitors.js';
import { releaseService, requestCheck } from '../dist/schedule/requestCheck.js';
import { challengeV1, serveHost, startSeller, type TestHost } from './sellers.js';
import { free, monitor, quick, register, statusIs, timePasses, verdictsOf } from './testMonitor.js';

const server = fileURLToPath(new URL('../../../services/monitor/dist/server.js', import.meta.url));

t.test('a seller that asks for what is registered is verified, and loses it when it does not', async (t) => {
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
});

t.test('with MONITOR=off no check is scheduled, and all are once a monitor runs', async (t) => {
  const database = await testCatalog(t);
  const seller = await serveHost(t, free);
  const off = monitor(t, database, { MONITOR: 'off' });
  const id = await register(database, seller.url);
  const hasRead = async () =>
    (await readLogStanding(database)).followers.some(({ name, pending }) => name === 'monitor' && pending === 0);
  await until(hasRead, { message: 'it does not follow the log' });
  t.match(await readMonitorStatus(database), { services: 0, monitors: [] });
  await off.close();
  monitor(t, database, { MONITOR_INTERVAL_SECONDS: '1' });
  await statusIs(database, id, 'verified');
});

t.test('what an operator has set holds until it is released, and a request comes first', async (t) => {
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
});

t.test('a host that says so is left alone, and nobody vouches for it', async (t) => {
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

t.test('nobody escapes by what cannot be stored, and nobody is kept from being checked by it', async (t) => {
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
});

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
  t.ok(seller.requests.indexOf('GET /first') < seller.requests.indexOf('GET /second'), 'which came after it');
  t.same(await verdictsOf(database, first), []);
  t.match(lines, [/schedule of checks/]);
});

t.test('a host that is led to another is not verified by it, and not opted out', async (t) => {
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

t.test('a monitor that reaches nobody judges nobody, and says so once', async (t) => {
  const database = await testCatalog(t);
  const port = await freePort();
  let seller: TestHost = await serveHost(t, free, port);
  const ids = await Promise.all([2, 3, 4, 5, 6].map((host) => register(database, `http://127.0.0.${host}:${port}/`)));
  const { lines, metrics } = monitor(t, database, { MONITOR_INTERVAL_SECONDS: '3' });
  for (const id of ids) await statusIs(database, id, 'verified');
  await seller.close();
  await until(async () => (await readMonitorStatus(database)).monitors[0]?.offlineSince, {
    message: 'it does not notice',
  });
  await timePasses(database);
  await until(async () => /shirube_monitor_unjudged_total ([5-9]|\d\d)/.test(await metrics.metrics()), {
    message: 'it does not look again',
  });
  for (const id of ids) t.same(new Set(await verdictsOf(database, id)), new Set(['ok']));
  t.match(await requestCheck(database, ids[0] ?? ''), { outcome: /checked|self_outage/ });
  seller = await serveHost(t, free, port);
  await timePasses(database);
  await until(() => lines.length > 1, { message: 'it is not online again' });
  t.match(lines, [/offline itself, and judges no service/, /online again/]);

  const alone = await serveHost(t, free);
  const gone = await register(database, `http://127.0.0.7:${alone.port}/`);
  await statusIs(database, gone, 'verified');
  await alone.close();
  await until(async () => (await verdictsOf(database, gone)).includes('refused'), {
    message: 'one that is gone is not told from a monitor that is offline',
  });
  t.equal(lines.length, 2);
});

t.test('two monitors share the work, and one that is killed takes nothing with it', async (t) => {
  const database = await testCatalog(t);
  let hanging = false;
  const seller = await serveHost(t, (request, response) => {
    if (!hanging) free(request, response);
  });
  const count = 40;
  const paths = Array.from({ length: count }, (_, i) => `http://127.0.0.${2 + (i % 20)}:${seller.port}/${i}`);
  await Promise.all(paths.map((endpoint) => register(database, endpoint)));
  const environment = { ...quick, MONITOR_INTERVAL_SECONDS: '3600', MONITOR_CONCURRENCY: '10' };
  const env = {
    ...environment,
    DATABASE_URL: database.url,
    REDIS_URL: undefined,
    PORT: '0',
    LOG_LEVEL: 'info',
  };
  const start = () => startProcess(t, process.execPath, [server], { env });
  const monitors = await Promise.all([start(), start()]);
  const checked = async (): Promise<number> => {
    const { rows } = await database.query<{ count: string }>('select count(*) from checks');
    return Number(rows[0]?.count);
  };
  await until(async () => (await checked()) >= count, { message: 'they are not checked' });
  t.equal(seller.requests.length, count, 'each was asked once');
  t.equal(new Set(seller.requests).size, count);

  hanging = true;
  await timePasses(database);
  await until(() => seller.requests.length > count, { message: 'nothing is asked' });
  for (const running of monitors) running.kill('SIGKILL');
  await Promise.all(monitors.map(({ exited }) => exited));
  t.equal(await checked(), count, 'what was under way is not recorded');
  hanging = false;
  const before = seller.requests.length;
  // The claims of the killed monitors expire.
  await timePasses(database);
  await start();
  await until(async () => (await checked()) >= 2 * count, { message: 'some are skipped' });
  t.equal(seller.requests.length, before + count, 'and each is made again once');
});
