import t from 'tap';
import { createFairShares } from '../dist/monitor/fairShares.js';
import type { DueHost } from '../dist/schedule/dueHosts.js';

const hostsOf = (accountId: string, count: number, domain: (host: number) => string): DueHost[] =>
  Array.from({ length: count }, (_, host) => ({ accountId, host: domain(host) }));
const ownDomains = (name: string) => (host: number) => `${name}${host}.example`;
const subdomains = (name: string) => (host: number) => `h${host}.${name}`;

t.test('one account has two thirds of the room, and whoever comes next finds some', async (t) => {
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

t.test('so has one domain, whatever accounts it is registered by', async (t) => {
  const shares = createFairShares(30);
  const crowd = subdomains('evil.example');
  const due = Array.from({ length: 66 }, (_, i) => ({ accountId: `account ${i}`, host: crowd(i) }));
  t.equal(shares.choose(due, 30).length, 20);
  const customers = Array.from({ length: 66 }, (_, i) => ({
    accountId: `account ${i}`,
    host: `customer${i}.vercel.app`,
  }));
  t.equal(shares.choose(customers, 30).length, 30, 'customers of a platform are not one');
});
