import { createAccount } from '@shirube/catalog';
import { until } from '@shirube/testing';
import { testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { createFairShares } from '../dist/monitor/fairShares.js';
import type { DueHost } from '../dist/schedule/dueHosts.js';
import { hosts, serveHost } from './sellers.js';
import { free, monitor, register, verdictsOf } from './testMonitor.js';

const hostsOf = (accountId: string, count: number, domain: (host: number) => string): DueHost[] =>
  Array.from({ length: count }, (_, host) => ({ accountId, host: domain(host) }));
const ownDomains = (name: string) => (host: number) => `${name}${host}.example`;
const subdomains = (name: string) => (host: number) => `h${host}.${name}`;

t.test('one account has at most two thirds of the checks at a time, and others get the rest', async (t) => {
  const shares = createFairShares(30);
  const slow = hostsOf('slow', 66, ownDomains('slow'));
  const begun = shares.choose(slow, 30);
  t.equal(begun.length, 20);
  t.same(shares.fullAccounts(), [], 'nobody is full before the checks begin');
  const leave = begun.map((check) => shares.enter(check));
  t.same(shares.choose(slow, 30), []);
  t.same(shares.fullAccounts(), ['slow']);

  const next = shares.choose([...slow, ...hostsOf('next', 66, ownDomains('next'))], 10);
  t.ok(next.length > 0 && next.every(({ accountId }) => accountId === 'next'));
  for (const check of next) shares.enter(check);
  t.equal(shares.choose(hostsOf('third', 3, ownDomains('third')), 1).length, 1);

  for (const done of leave) done();
  t.same(shares.fullAccounts(), [], 'and room comes back with every check that ends');
});

t.test(
  'one domain has at most two thirds of the checks at a time, whatever accounts registered its hosts',
  async (t) => {
    const shares = createFairShares(30);
    const crowd = subdomains('evil.example');
    const due = Array.from({ length: 66 }, (_, i) => ({ accountId: `account ${i}`, host: crowd(i) }));
    t.equal(shares.choose(due, 30).length, 20);
    const customers = Array.from({ length: 66 }, (_, i) => ({
      accountId: `account ${i}`,
      host: `customer${i}.vercel.app`,
    }));
    t.equal(shares.choose(customers, 30).length, 30, 'customers of a platform are not one');
  },
);

t.test('slow endpoints of one account do not keep those of others from being checked', async (t) => {
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

t.test('a check ends after its time, however many methods it tries', async (t) => {
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
