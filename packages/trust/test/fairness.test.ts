import { createAccount } from '@shirube/catalog';
import { until } from '@shirube/testing';
import { testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { readMonitorStatus } from '../dist/schedule/monitors.js';
import { requestCheck } from '../dist/schedule/requestCheck.js';
import { serveHost } from './sellers.js';
import { free, monitor, register, statusIs, verdictsOf } from './testMonitor.js';

const hosts = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, i) => `127.0.0.${first + i}`);

t.test('endpoints of one account that take long leave room for those of others', async (t) => {
  const database = await testCatalog(t);
  const { id: attacker } = await createAccount(database, { name: 'attacker' });
  const slow = await serveHost(t, () => {});
  const count = 20;
  for (const host of hosts(2, count + 1)) {
    await register(database, `http://${host}:${slow.port}/`, { accountId: attacker });
  }
  let slowRequests = 0;
  const prompt = await serveHost(t, (request, response) => {
    slowRequests = slow.requests.length;
    free(request, response);
  });
  monitor(t, database, { MONITOR_CONCURRENCY: '6' });
  await until(() => slow.requests.length > 0, { message: 'nothing is checked' });
  const honest = await register(database, prompt.url);
  await until(async () => (await verdictsOf(database, honest)).length > 0, { message: 'it is not checked' });
  t.ok(slowRequests < count, 'before all that had been due for longer');
});

t.test('a check ends in time, however many methods it takes', async (t) => {
  const database = await testCatalog(t);
  const { url, requests } = await serveHost(t, (_request, response) => {
    setTimeout(() => response.writeHead(405, { allow: 'PUT, PATCH' }).end(), 400);
  });
  const id = await register(database, url);
  monitor(t, database, {}, 600);
  await until(async () => (await verdictsOf(database, id)).length > 0, { message: 'it does not end' });
  t.same(await verdictsOf(database, id), ['timeout']);
  t.ok(requests.length < 4, 'not all of them were tried');
});

t.test('the hosts of one account that fail together are judged, and so are all others', async (t) => {
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
  const { lines } = monitor(t, database, { MONITOR_INTERVAL_SECONDS: '3' });
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

t.test('as long as a canary of the operator answers it is the hosts that fail', async (t) => {
  const database = await testCatalog(t);
  const canary = await serveHost(t, (_request, response) => void response.writeHead(404).end());
  const [doomed, last] = [await serveHost(t, free), await serveHost(t, free)];
  const failing = await Promise.all(hosts(2, 6).map((host) => register(database, `http://${host}:${doomed.port}/`)));
  const { lines, metrics } = monitor(t, database, {
    MONITOR_INTERVAL_SECONDS: '3',
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

t.test('what is no address cannot be a canary', async (t) => {
  const database = await testCatalog(t);
  t.throws(() => monitor(t, database, { MONITOR_CANARIES: 'example.com' }), { name: 'SettingsError' });
});

t.test('hosts of one account that have one address take turns', async (t) => {
  const database = await testCatalog(t);
  const { id: attacker } = await createAccount(database, { name: 'attacker' });
  const bystander = await serveHost(t, free);
  const ids = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) =>
      register(database, `http://${name}.localhost:${bystander.port}/${name}`, { accountId: attacker }),
    ),
  );
  monitor(t, database, { MONITOR_HOST_GAP_SECONDS: '3600' });
  await until(
    async () => {
      const { rows } = await database.query<{ waiting: number }>('select waiting from asked_addresses');
      return rows[0]?.waiting === ids.length - 1;
    },
    { message: 'they do not wait for each other' },
  );
  const other = await register(database, `http://e.localhost:${bystander.port}/e`);
  await until(async () => (await verdictsOf(database, other)).length > 0, {
    message: 'others wait for them',
  });
  t.equal(bystander.requests.length, 2);
  const verdicts = await Promise.all(ids.map((id) => verdictsOf(database, id)));
  t.same(verdicts.flat(), ['ok'], 'who has had no turn is not judged');
});
