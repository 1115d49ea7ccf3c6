import { registration } from '@shirube/testing';
import { register, testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import {
  changeService,
  editService,
  findProvider,
  importServices,
  listProviders,
  migrate,
  moderateService,
} from '../dist/index.js';

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

t.test('it follows the endpoint, and those of an earlier version are filled in without a trace', async (t) => {
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

t.test('pages of providers hold each of them once, with their exact number', async (t) => {
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
