import { createKey, findService, handOverServices, operatorAccount, registerService } from '@shirube/catalog';
import type { AccountProofs, AccountService, ServiceDetail } from '@shirube/contracts';
import { registration } from '@shirube/testing';
import t from 'tap';
import { privateKeyToAccount } from 'viem/accounts';
import { startSellers, stranger } from './sellers.js';

const { client, database, served, newUrl, get, open, prove, register, proveHost, ownerOf } = await startSellers(t);

t.test('the owner of a service is verified at a proven host, or at a proven address that is paid there', async (t) => {
  const verifiedBy = async (endpoint: string, key: string, changes = {}) => {
    const { id } = (await register(endpoint, key, changes)).body;
    return { id, how: (await findService(database, id))?.ownerVerified?.how };
  };
  const url = newUrl();
  const { key } = await proveHost(url);
  const { id, how } = await verifiedBy(`${url}/later`, key);
  t.equal(how, 'well-known');
  const { key: other } = await createKey(database, { name: 'other', scopes: ['services:write'] });
  t.equal((await verifiedBy(`${url}/of-another`, other)).how, undefined);
  const patch = async (changes: object) =>
    (
      await client.request<ServiceDetail>(`/api/services/${id}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(changes),
      })
    ).body.ownerVerified;
  t.match(await patch({ name: 'Another' }), { how: 'well-known' });
  t.match(await patch({ endpoint: `${url}/moved` }), { how: 'well-known' });
  t.equal(await patch({ endpoint: url.replace('api.', 'eu.') }), undefined, 'of a host that nobody has proven');

  const wallet = privateKeyToAccount(`0x${'33'.repeat(32)}`);
  served.payTo = wallet.address;
  const paid = newUrl();
  const x402Config = { paymentAddress: wallet.address, network: 'base' };
  const { id: challenge, message } = await open({ url: paid, ...x402Config });
  const { key: byWallet } = (await prove(challenge, { signature: await wallet.signMessage({ message }) })).body;
  t.equal((await verifiedBy(paid, byWallet, { x402Config })).how, 'signature');
  const another = privateKeyToAccount(`0x${'44'.repeat(32)}`);
  served.payTo = another.address;
  const anotherPay = { paymentAddress: another.address, network: 'base' };
  const { id: ofOther } = await verifiedBy(`${url}/paid`, other, { x402Config: anotherPay });
  const elsewhere = await open({ url: newUrl(), ...anotherPay }, other);
  const signature = await another.signMessage({ message: elsewhere.message });
  t.equal((await prove(elsewhere.id, { signature })).status, 201);
  t.equal((await findService(database, ofOther))?.ownerVerified, undefined, 'another account has proven that host');
  const paidTo = { ...x402Config, paymentAddress: `0x${'3'.repeat(40)}` };
  t.equal((await verifiedBy(`${paid}/2`, byWallet, { x402Config: paidTo })).how, undefined);
});

t.test('a stronger proof of ownership takes a service over after a notice of seven days', async (t) => {
  const url = newUrl();
  const earlier = await createKey(database, { name: 'earlier', scopes: ['services:write'] });
  await database.query(`insert into webhooks (account_id, url, secret) values ($1, 'https://hook.example', 'secret')`, [
    earlier.accountId,
  ]);
  const { id } = (await register(url, earlier.key)).body;
  const byOperator = await registerService(database, registration({ endpoint: `${url}/2` }), {
    accountId: operatorAccount,
  });
  const { account, key, services } = await proveHost(url);
  const mine = services.find((service) => service.id !== id);
  t.equal(mine?.id, 'service' in byOperator ? byOperator.service.id : '');
  t.match(mine, { wasYours: false, yoursFrom: undefined });
  const announced = services.find((service) => service.id === id)?.yoursFrom ?? '';
  t.ok(Math.abs(Date.parse(announced) - Date.now() - 7 * 86_400_000) < 60_000);
  const { rows } = await database.query('select event from webhook_deliveries where account_id = $1', [
    earlier.accountId,
  ]);
  t.match(rows, [{ event: { type: 'service.handover', service: { id }, proof: 'well-known', dueAt: announced } }]);
  const { hostname } = new URL(url);
  t.match(await get<AccountProofs>('/api/account/proofs', key), {
    proofs: [{ kind: 'host', subject: new URL(url).host, host: hostname, provenAt: /^20/ }],
    handovers: [{ service: { id, endpoint: url }, dueAt: announced, to: true }],
  });
  t.match(await get<AccountProofs>('/api/account/proofs', earlier.key), {
    proofs: { length: 0 },
    handovers: [{ service: { id }, dueAt: announced, to: false }],
  });
  t.equal((await client.request('/api/account/proofs', {})).status, 401);
  await handOverServices(database);
  t.equal(await ownerOf(id), earlier.accountId, 'not before');
  const again = (await proveHost(url)).services;
  t.equal(again.find((service) => service.id === mine?.id)?.wasYours, true, 'only what is new is news');
  t.equal(
    (await database.query('select from webhook_deliveries where account_id = $1', [earlier.accountId])).rowCount,
    1,
  );
  await database.query('update handovers set due_at = now() where service_id = $1', [id]);
  t.strictSame(await handOverServices(database), [id]);
  t.equal(await ownerOf(id), account.id);
});

t.test('an owner sees the result of the last check, and the sales of the last 30 days', async (t) => {
  const { key } = await createKey(database, { name: 'seller', scopes: ['services:write'] });
  const { id } = (await register(newUrl(), key)).body;
  await database.query(
    `insert into checks (service_id, checked_at, verdict, declared, observed)
      values ($1, now(), 'wrong_price', '{"price": "0.01"}', '{"price": "0.02"}')`,
    [id],
  );
  await database.query(
    `insert into settlement_days (service_id, day, currency, family, transactions, amount)
      select $1, (now() at time zone 'utc')::date - days, currency, family, 2, 0.5
      from (values (40, 'USDC', 'USD'), (1, 'USDC', 'USD'), (1, 'EURC', 'EUR')) as paid (days, currency, family)`,
    [id],
  );
  const [service] = await get<AccountService[]>('/api/account/services', key);
  t.match(service?.lastCheck, { verdict: 'wrong_price', declared: { price: '0.01' }, observed: { price: '0.02' } });
  t.match(service?.sales, [{ day: /^20/, transactions: 4, amount: '0.5' }]);
});

t.test('the proof of a wallet takes no service from the account that has proven the host', async (t) => {
  const url = newUrl();
  const first = await proveHost(url);
  const x402Config = { paymentAddress: stranger.address, network: 'base' };
  const { id } = (await register(url, first.key, { x402Config })).body;
  served.payTo = stranger.address;
  const { id: challenge, message } = await open({ url, ...x402Config });
  const { body } = await prove(challenge, { signature: await stranger.signMessage({ message }) });
  t.strictSame(body.services, []);
  t.not(body.account.id, first.account.id);
  t.equal(await ownerOf(id), first.account.id);
});
