import { registration } from '@shirube/testing';
import { confirmedEnd, entriesOf, indexedSince, proveFor, register, testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import {
  changeService,
  createAccount,
  editService,
  findProvider,
  importServices,
  listAccountProofs,
  listProviders,
  migrate,
  moderateService,
  registerService,
  removeAccountProof,
} from '../dist/index.js';

const priced = (currency: string, pricePerRequest: string) => ({ pricing: { currency, pricePerRequest } });

const lower = `0x${'ab'.repeat(20)}`;
const at = (endpoint: string, changes: object = {}) => ({ endpoint: `https://${endpoint}`, ...changes });

t.test('a provider consists of its listed services', async (t) => {
  const database = await testCatalog(t);
  const x402Config = (paymentAddress: string) => ({ x402Config: { paymentAddress, network: 'base' } });
  const provider = { provider: { name: 'Acme' } };
  const first = await register(database, at('api.acme.com/1', { ...x402Config(lower), ...provider }));
  const written = x402Config(`0x${lower.slice(2).toUpperCase()}`);
  const second = await register(database, at('acme.com/2', { ...written, ...provider, category: 'weather' }));
  await register(database, at('eu.acme.com/3', { provider: { name: 'Another' } }));
  const hidden = await register(database, at('acme.com/4', { pricing: { currency: 'USDC', pricePerRequest: '99' } }));
  await moderateService(database, 'test', { id: hidden.id, action: 'hide', reason: 'test' });
  await register(database, at('acme.com/2', { ...written, name: second.name }));
  await changeService(database, first.id, { status: 'verified', trustScore: 90 });
  await database.query('update services set uptime_score = 99.5, last_checked = now() where id = $1', [second.id]);
  const found = await findProvider(database, 'acme.com');
  t.match(found, {
    ...{ domain: 'acme.com', name: 'Acme', services: 3, categories: ['utilities', 'weather'], chains: ['base'] },
    prices: [{ currency: 'USDC', min: '0.01', max: '0.01' }],
    ...{ trust: { median: 0, best: 90 }, verifiedShare: 1 / 3, uptime: 99.5, isClaimed: false },
    ...{ firstRegisteredAt: first.createdAt },
  });
  t.equal(found?.paymentAddresses.length, 2, 'an address that is written in two ways is one');
  t.equal(await findProvider(database, 'api.acme.com'), undefined);

  await importServices(
    database,
    Array.from({ length: 120 }, (_, n) =>
      registration(at(`acme.com/paid/${n}`, x402Config(`0x${String(n).padStart(40, '0')}`))),
    ),
  );
  t.equal((await findProvider(database, 'acme.com'))?.paymentAddresses.length, 100);
});

t.test('a proven provider is what its owner lists, and the rest is apart', async (t) => {
  const database = await testCatalog(t);
  const { id: accountId } = await createAccount(database, { name: 'owner' });
  const [own, strange] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];
  const listed = (endpoint: string, name: string, paymentAddress: string, currency: string) =>
    registration({
      ...at(endpoint, { provider: { name }, ...priced(currency, '0.01') }),
      x402Config: { paymentAddress, network: 'base' },
    });
  const ours = listed('api.example.com/1', 'Example, Inc.', own, 'USDC');
  await registerService(database, ours, { accountId });
  await register(database, at('api.example.com/2', { provider: { name: 'Ours as well' } }));
  await database.query(`update services set observed = json_build_object('accepts', json_build_array(
    json_build_object('payTo', payment_address, 'network', network, 'asset', '', 'amount', '1', 'scheme', 'exact'))) where endpoint like '%/2'`);
  await register(database, at('api.example.com/0', { provider: { name: 'Not ours' } }));
  t.match(await findProvider(database, 'example.com'), { name: 'example.com', services: 3, isClaimed: false });
  await proveFor(database, accountId, { kind: 'host', how: 'dns', subject: 'api.example.com' });

  const closed = 'Example closed: pay support@example.net';
  const strangers = ['api.example.com/3', 'api.example.com/4', 'eu.example.com/5'].map((endpoint) =>
    listed(endpoint, closed, strange, 'ZZZ'),
  );
  await importServices(database, [...strangers, listed('api.example.com/6', 'EXAMPLE', strange, 'ZZZ')]);
  const found = await findProvider(database, 'example.com');
  t.match(found, { name: 'Example, Inc.', services: 2, isClaimed: true, prices: [{ currency: 'USDC' }] });
  t.equal(found?.prices.length, 1);
  t.notOk(found?.paymentAddresses.includes(strange));
  t.match(
    found?.others,
    { services: 5, names: ['EXAMPLE', closed, 'Not ours'] },
    'nor what nobody has seen at the host',
  );
  const paths = (listed: { endpoint: string }[] = []) =>
    listed.map(({ endpoint }) => new URL(endpoint).pathname).sort();
  t.strictSame(
    [paths(found?.listed), paths(found?.others?.listed)],
    [
      ['/1', '/2'],
      ['/0', '/3', '/4', '/5', '/6'],
    ],
  );
  const { providers } = await listProviders(database, { query: 'example' });
  t.match(providers, [{ name: 'Example, Inc.', services: 2, prices: { length: 1 } }]);
  t.equal((await listProviders(database, { query: 'closed' })).total, 0);
  const { id: tenant } = await createAccount(database, { name: 'tenant' });
  await registerService(database, listed('tenant.example.com/7', closed, strange, 'ZZZ'), { accountId: tenant });
  await proveFor(database, tenant, { kind: 'host', how: 'dns', subject: 'tenant.example.com' }, 'tenant.example.com');
  const after = await findProvider(database, 'example.com');
  t.match(after, { name: 'Example, Inc.', services: 2, others: { services: 6 } });
  t.strictSame(
    [paths(after?.listed), paths(after?.others?.listed).at(-1)],
    [['/1', '/2'], '/7'],
    'though it is proven',
  );
});

t.test('the services of an owner are listed however many others list better ones there', async (t) => {
  const database = await testCatalog(t);
  const { id: accountId } = await createAccount(database, { name: 'owner' });
  await registerService(database, registration(at('api.crowd.com/own')), { accountId });
  await proveFor(database, accountId, { kind: 'host', how: 'dns', subject: 'api.crowd.com' }, 'api.crowd.com');
  await importServices(
    database,
    Array.from({ length: 60 }, (_, n) => registration(at(`x.crowd.com/${n}`))),
  );
  await database.query(`update services set trust_score = 90 where account_id <> $1`, [accountId]);
  t.match(await findProvider(database, 'crowd.com'), {
    listed: [{ endpoint: 'https://api.crowd.com/own' }],
    others: { services: 60, listed: { length: 50 } },
  });
});

t.test('who has proven the domain of a provider comes before who has proven a host of it earlier', async (t) => {
  const database = await testCatalog(t);
  const [payee, tenantPayee] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];
  const list = async (accountId: string, endpoint: string, name: string, paymentAddress: string) => {
    const changes = { provider: { name }, x402Config: { paymentAddress, network: 'base' } };
    const result = await registerService(database, registration(at(endpoint, changes)), { accountId });
    return result.outcome === 'created' ? result.service.id : '';
  };
  const prove = (accountId: string, subject: string) =>
    proveFor(database, accountId, { kind: 'host', how: 'dns', subject }, subject.replace(/:\d+$/, ''));
  const claims = async () =>
    (await entriesOf(database, [ours, theirs]))
      .sort((a, b) => (a.service.id < b.service.id ? -1 : 1))
      .map(({ claim }) => claim?.[0]);
  const { id: tenant } = await createAccount(database, { name: 'tenant' });
  const { id: owner } = await createAccount(database, { name: 'owner' });
  const theirs = await list(tenant, 'user1.hostx.example/1', 'Tenant', tenantPayee);
  await prove(tenant, 'user1.hostx.example');
  const ours = await list(owner, 'api.hostx.example/1', 'HostX Inc', payee);
  t.match(await findProvider(database, 'hostx.example'), { name: 'Tenant', others: { services: 1 } });
  await prove(owner, 'hostx.example:8443');
  t.match(await findProvider(database, 'hostx.example'), { name: 'Tenant' }, 'a port of the domain is not the domain');
  const before = await confirmedEnd(database);
  await prove(owner, 'hostx.example');
  t.match(await findProvider(database, 'hostx.example'), {
    ...{ name: 'HostX Inc', services: 1, paymentAddresses: [payee], isClaimed: true, listed: [{ id: ours }] },
    others: { services: 1, names: ['Tenant'], paymentAddresses: [tenantPayee], listed: [{ id: theirs }] },
  });
  t.match((await listProviders(database, { query: 'hostx' })).providers, [{ name: 'HostX Inc', services: 1 }]);
  t.strictSame(await claims(), ['1', '0']);
  t.ok((await indexedSince(database, before)).includes(ours), 'the index learns of it');

  const { proofs } = await listAccountProofs(database, owner);
  const then = await confirmedEnd(database);
  await removeAccountProof(database, owner, proofs.find(({ subject }) => subject === 'hostx.example')?.id ?? '');
  t.match(await findProvider(database, 'hostx.example'), { name: 'Tenant', others: { names: ['HostX Inc'] } });
  t.strictSame(await claims(), ['1', undefined]);
  t.ok((await indexedSince(database, then)).includes(ours));
});

t.test('without a proof of its host a provider has the name that its domain spells', async (t) => {
  const database = await testCatalog(t);
  const named = (name: string, n: number) => registration(at(`api.lantern-works.com/${n}`, { provider: { name } }));
  await importServices(database, ['Closed', 'Closed', 'Closed'].map(named));
  t.match(await findProvider(database, 'lantern-works.com'), { name: 'lantern-works.com', services: 3 });
  await importServices(database, [named('Lantern Works', 3)]);
  const found = await findProvider(database, 'lantern-works.com');
  t.match(found, { name: 'Lantern Works', services: 4, isClaimed: false });
  t.notOk(found && 'others' in found);
});

t.test('a provider follows the endpoint, and migrating sets those that an earlier version did not store', async (t) => {
  const database = await testCatalog(t);
  const { id } = await register(database, at('api.acme.com/1'));
  await editService(database, id, {}, (current) => ({ ...current, endpoint: 'https://one.vercel.app/1' }));
  t.equal(await findProvider(database, 'acme.com'), undefined);
  t.equal((await findProvider(database, 'one.vercel.app'))?.services, 1);

  const names = Array.from({ length: 2_500 }, (_, n) => registration(at(`api.host-${n % 700}.com/${n}`)));
  await importServices(database, names);
  const state = async () => {
    const { rows } = await database.query(
      `select count(*) filter (where provider is null) as missing, count(distinct provider) as providers,
        sum(revision) as revisions, max(updated_at) as updated, (select count(*) from changes) as changes from services`,
    );
    return rows[0];
  };
  const before = await state();
  t.match(before, { missing: '0', providers: '701' });
  // As an earlier version has stored them, and as a migration that was interrupted leaves them.
  for (const lost of ['true', 'right(id::text, 1) > $$7$$']) {
    await database.query(`update services set provider = null, endpoint_host = null where ${lost}`);
    t.not((await state())?.missing, '0');
    await migrate(database);
    t.strictSame(await state(), before);
  }
});

t.test('the pages of a list of providers hold each of them once, with the exact total', async (t) => {
  const database = await testCatalog(t);
  const hosts = Array.from({ length: 40 }, (_, n) => registration(at(`host-${n % 13}.com/${n}`)));
  await importServices(database, hosts);
  for (const sortBy of ['trust', 'services', 'newest'] as const) {
    const domains: string[] = [];
    let cursor: { key: number; domain: string } | undefined;
    do {
      const { total, providers, next } = await listProviders(database, { sortBy, limit: 4, cursor });
      t.equal(total, 13);
      domains.push(...providers.map(({ domain }) => domain));
      cursor = next;
    } while (cursor);
    t.equal(domains.length, 13);
    t.equal(new Set(domains).size, 13, sortBy);
  }
  const beyond = await listProviders(database, { sortBy: 'services', cursor: { key: 0, domain: 'zz' } });
  t.match(beyond, { total: 13, providers: { length: 0 } });
});
