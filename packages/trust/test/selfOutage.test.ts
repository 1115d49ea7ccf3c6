import { setTimeout as delay } from 'node:timers/promises';
import { createAccount, operatorAccount } from '@shirube/catalog';
import { createGuardedRequest } from '@shirube/outbound';
import { freePort, until } from '@shirube/testing';
import { testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { createCanaries } from '../dist/monitor/canaries.js';
import { type CheckedHost, createSelfOutage, pickOthers } from '../dist/monitor/selfOutage.js';
import { readMonitorStatus } from '../dist/schedule/monitors.js';
import { requestCheck } from '../dist/schedule/requestCheck.js';
import { hosts, serveHost, type TestHost } from './sellers.js';
import { free, monitor, register, statusIs, timePasses, verdictsOf } from './testMonitor.js';

/** Hosts of the operator, who is not involved in the failures. */
const of = (...names: string[]): CheckedHost[] =>
  names.map((name) => ({ host: `${name}.example`, accountId: operatorAccount }));
const [a, b, c, d, e, gone] = of('a', 'b', 'c', 'd', 'e', 'gone') as [
  CheckedHost,
  CheckedHost,
  CheckedHost,
  CheckedHost,
  CheckedHost,
  CheckedHost,
];

function watching() {
  let time = 0;
  let outages = 0;
  const selfOutage = createSelfOutage({
    now: () => time,
    onOffline: () => {
      outages += 1;
    },
  });
  const note = (failed: boolean, ...hosts: CheckedHost[]) => {
    for (const host of hosts) selfOutage.note(host, failed);
  };
  const pass = (seconds: number) => {
    time += seconds * 1000;
  };
  return { selfOutage, note, pass, now: () => time, outages: () => outages };
}

t.test('a host that fails while others answer is judged', async (t) => {
  const { selfOutage, note } = watching();
  note(true, gone);
  t.equal(selfOutage.judgeFailure(gone, 0), 'unsure');
  note(false, a, b);
  t.equal(selfOutage.judgeFailure(gone, 0), 'unsure', 'two are too few');
  note(false, c);
  t.equal(selfOutage.judgeFailure(gone, 0), 'online');
  t.equal(selfOutage.offlineSince(), undefined);
});

t.test('when most hosts fail at once the monitor is offline, until most answer again', async (t) => {
  const { selfOutage, note, pass, now, outages } = watching();
  note(false, a, b, c, d);
  pass(60);
  const began = now();
  note(true, a, b, c, d);
  t.equal(selfOutage.judgeFailure(a, began), 'offline', 'what was well a minute ago says nothing of now');
  t.equal(selfOutage.judgeFailure(b, began), 'offline');
  t.equal(outages(), 1);
  note(false, a);
  t.equal(selfOutage.answered(), false, 'one is not most');
  note(false, b);
  t.equal(selfOutage.answered(), true);
  t.equal(selfOutage.offlineSince(), undefined);
});

t.test('after an hour offline one host that answers is enough to judge the others', async (t) => {
  const { selfOutage, note, pass, now } = watching();
  note(true, a, b, c, d);
  selfOutage.judgeFailure(a, 0);
  pass(3601);
  const began = now();
  note(true, a, b, c, d);
  note(false, e);
  t.equal(selfOutage.answered(), true);
  t.equal(selfOutage.judgeFailure(a, began), 'online', 'and they are judged');
});

t.test('a canary that answers ends a self-outage', async (t) => {
  const { selfOutage, note } = watching();
  note(true, a, b, c, d);
  t.equal(selfOutage.judgeFailure(a, 0), 'offline');
  t.equal(selfOutage.answered(true), true);
});

t.test('any number of hosts of one account, or of one platform, count as one', async (t) => {
  const { selfOutage, note } = watching();
  const attacker = Array.from({ length: 8 }, (_, i) => ({ host: `x${i}.example`, accountId: 'attacker' }));
  const platform = Array.from({ length: 8 }, (_, i) => ({
    host: `x${i}.vercel.app`,
    accountId: `account ${i}`,
  }));
  note(true, ...attacker, ...platform);
  for (const failed of [...attacker, ...platform, a]) {
    t.equal(selfOutage.judgeFailure(failed, 0), 'unsure', failed.host);
  }
  note(false, b, c, d);
  for (const failed of [...attacker, ...platform, a]) {
    t.equal(selfOutage.judgeFailure(failed, 0), 'online', failed.host);
  }
  const honest = ['one', 'two', 'three'].map((name) => ({ host: `${name}.example`, accountId: name }));
  t.same(
    pickOthers([...attacker, ...platform, ...honest], attacker[0] ?? a),
    [platform[0], honest[0], honest[1]],
    'and others are asked',
  );
});

t.test('a monitor that reaches no host judges none, and logs it once', async (t) => {
  const database = await testCatalog(t);
  const port = await freePort();
  let seller: TestHost = await serveHost(t, free, port);
  const ids = await Promise.all([2, 3, 4, 5, 6].map((host) => register(database, `http://127.0.0.${host}:${port}/`)));
  const { lines, metrics } = monitor(t, database, { MONITOR_INTERVAL_SECONDS: '1' });
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

t.test('hosts of one account that fail together are judged, and the monitor stays online', async (t) => {
  const database = await testCatalog(t);
  const { id: attacker } = await createAccount(database, { name: 'attacker' });
  const [doomed, sound] = [await serveHost(t, free), await serveHost(t, free)];
  const failing = await Promise.all(
    hosts(2, 9).map((host) => register(database, `http://${host}:${doomed.port}/`, { accountId: attacker })),
  );
  const honest: string[] = [];
  for (const host of hosts(10, 13)) {
    const { id: accountId } = await createAccount(database, { name: host });
    honest.push(await register(database, `http://${host}:${sound.port}/`, { accountId }));
  }
  const { lines } = monitor(t, database, { MONITOR_INTERVAL_SECONDS: '1' });
  for (const id of [...failing, ...honest]) await statusIs(database, id, 'verified');
  await doomed.close();
  for (const id of failing) {
    await until(async () => (await verdictsOf(database, id)).includes('refused'), {
      message: 'a host that is gone is not judged',
    });
  }
  t.match(await readMonitorStatus(database), { monitors: [{ offlineSince: null }] });
  t.match(await requestCheck(database, honest[0] ?? ''), { outcome: /requested|checked/ });
  t.same(lines, []);
});

t.test('while a canary answers, hosts that fail together are judged', async (t) => {
  const database = await testCatalog(t);
  const canary = await serveHost(t, (_request, response) => void response.writeHead(404).end());
  const [doomed, last] = [await serveHost(t, free), await serveHost(t, free)];
  const failing = await Promise.all(hosts(2, 6).map((host) => register(database, `http://${host}:${doomed.port}/`)));
  const { lines, metrics } = monitor(t, database, {
    MONITOR_INTERVAL_SECONDS: '1',
    MONITOR_CANARIES: `http://127.0.0.1:1/, ${canary.url}`,
  });
  for (const id of failing) await statusIs(database, id, 'verified');
  await doomed.close();
  for (const id of failing) {
    await until(async () => (await verdictsOf(database, id)).includes('refused'), {
      message: 'it is not judged',
    });
  }
  t.same(lines, []);

  const alone = await register(database, `http://127.0.0.7:${last.port}/`);
  await statusIs(database, alone, 'verified');
  await canary.close();
  await last.close();
  await until(async () => /shirube_monitor_unjudged_total [1-9]/.test(await metrics.metrics()), {
    message: 'it is judged though nobody answers',
  });
  t.notOk((await verdictsOf(database, alone)).includes('refused'));
});

t.test('an answer of a canary from before a check says nothing of it', async (t) => {
  const canary = await serveHost(t, free);
  const request = createGuardedRequest({ allowPrivate: true, isAllowedPort: () => true });
  const canaries = createCanaries(canary.url, request, () => 'shirube');
  t.equal(await canaries.answer(new Date()), true);
  await canary.close();
  await delay(2);
  t.equal(await canaries.answer(new Date()), false);
});

t.test('a canary must be an address', async (t) => {
  const database = await testCatalog(t);
  t.throws(() => monitor(t, database, { MONITOR_CANARIES: 'example.com' }), { name: 'SettingsError' });
});
