import {
  assignServices,
  createKey,
  findService,
  handOverServices,
  operatorAccount,
  registerService,
} from '@shirube/catalog';
import type { AccountProofs, AccountService, ServiceDetail } from '@shirube/contracts';
import { registration } from '@shirube/testing';
import t from 'tap';
import { privateKeyToAccount } from 'viem/accounts';
import { startSellers, stranger } from './sellers.js';

const { client, database, served, newUrl, get, open, prove, register, proveHost, ownerOf } = await startSellers(t);

const edit = (id: string, key: string, changes: object) =>
  client.request<ServiceDetail>(`/api/services/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(changes),
  });
/** Removes the first proof of the account of a key. */
const removeProof = async (key: string) => {
  const [proof] = (await get<AccountProofs>('/api/account/proofs', key)).proofs;
  const headers = { authorization: `Bearer ${key}` };
  return client.request(`/api/account/proofs/${proof?.id}`, { method: 'DELETE', headers });
};
/** Proves a wallet that is paid at a URL. */
async function proveWallet(wallet: typeof stranger, url: string, key?: string) {
  served.payTo = wallet.address;
  const x402Config = { paymentAddress: wallet.address, network: 'base' };
  const { id, message } = await open({ url, ...x402Config }, key);
  return { x402Config, ...(await prove(id, { signature: await wallet.signMessage({ message }) })) };
}

t.test('the owner of a service is verified at a proven host, or at a proven address that is paid there', async (t) => {
  const verifiedBy = async (endpoint: string, key: string, changes = {}) => {
    const { id } = (await register(endpoint, key, changes)).body;
    return { id, how: (await findService(database, id))?.ownerVerified?.how };
  };
  const url = newUrl();
  const { key, account } = await proveHost(url);
  const { id, how } = await verifiedBy(`${url}/later`, key);
  t.equal(how, 'well-known');
  const { key: other } = await createKey(database, { name: 'other', scopes: ['services:write'] });
  t.equal((await verifiedBy(`${url}/of-another`, other)).how, undefined);
  const patch = async (changes: object) => (await edit(id, key, changes)).body.ownerVerified;
  t.match(await patch({ name: 'Another' }), { how: 'well-known' });
  await assignServices(database, account.id, [id]);
  t.match((await findService(database, id))?.ownerVerified, { how: 'well-known' }, 'it is theirs already');
  t.match(await patch({ endpoint: `${url}/moved` }), { how: 'well-known' });
  t.equal(await patch({ endpoint: url.replace('api.', 'eu.') }), undefined, 'of a host that nobody has proven');

  const wallet = privateKeyToAccount(`0x${'33'.repeat(32)}`);
  const paid = newUrl();
  const { x402Config, body } = await proveWallet(wallet, paid);
  const { key: byWallet } = body;
  t.equal((await verifiedBy(paid, byWallet, { x402Config })).how, 'signature');
  const unseen = await verifiedBy(`${paid}/other`, byWallet, { x402Config });
  t.equal(unseen.how, undefined, 'the 402 of another endpoint says nothing of this one');
  const another = privateKeyToAccount(`0x${'44'.repeat(32)}`);
  const anotherPay = { paymentAddress: another.address, network: 'base' };
  const { id: ofOther } = await verifiedBy(`${url}/paid`, other, { x402Config: anotherPay });
  t.equal((await proveWallet(another, newUrl(), other)).status, 201);
  t.equal((await findService(database, ofOther))?.ownerVerified, undefined, 'another account has proven that host');
  const paidTo = { ...x402Config, paymentAddress: `0x${'3'.repeat(40)}` };
  t.equal((await verifiedBy(`${paid}/2`, byWallet, { x402Config: paidTo })).how, undefined);
});

/** Lets eight days pass for every service and proof. */
const waitEightDays = async () => {
  await database.query(`update services set created_at = created_at - interval '8 days'`);
  await database.query(`update account_proofs set proven_at = proven_at - interval '8 days'`);
};

t.test('services at a host move to its newest prover: after seven days from one who has proven it too', async (t) => {
  const url = newUrl();
  const unproven = await createKey(database, { name: 'unproven', scopes: ['services:write'] });
  const { id: atOnce } = (await register(`${url}/1`, unproven.key)).body;
  const byOperator = await registerService(database, registration({ endpoint: `${url}/2` }), {
    accountId: operatorAccount,
  });
  const earlier = await proveHost(url);
  t.strictSame(
    earlier.services.map(({ id, wasYours, yoursFrom }) => ({ id, wasYours, yoursFrom })),
    [atOnce, 'service' in byOperator ? byOperator.service.id : ''].map((id) => ({
      id,
      wasYours: false,
      yoursFrom: undefined,
    })),
  );
  const elsewhere = newUrl();
  await proveHost(elsewhere, earlier.key);
  const { id: other } = (await register(elsewhere, earlier.key)).body;
  const { id } = (await register(url, earlier.key)).body;
  await database.query(`insert into webhooks (account_id, url, secret) values ($1, 'https://hook.example', 'secret')`, [
    earlier.account.id,
  ]);

  const { account, key, services } = await proveHost(url);
  t.equal(services.length, 3);
  const announced = services.find((service) => service.id === id)?.yoursFrom ?? '';
  t.ok(Math.abs(Date.parse(announced) - Date.now() - 7 * 86_400_000) < 60_000);
  const { rows } = await database.query('select event from webhook_deliveries where service_id = $1', [id]);
  t.match(rows, [{ event: { type: 'service.handover', service: { id }, proof: 'well-known', dueAt: announced } }]);
  const { hostname, host } = new URL(url);
  const { proofs, handovers } = await get<AccountProofs>('/api/account/proofs', key);
  t.match(proofs, [{ kind: 'host', subject: host, host: hostname, provenAt: /^20/ }]);
  t.match(
    handovers.find(({ service }) => service.id === id),
    { service: { endpoint: url }, dueAt: announced, to: true },
  );
  const lost = (await get<AccountProofs>('/api/account/proofs', earlier.key)).handovers;
  t.strictSame(new Set(lost.map(({ to }) => to)), new Set([false]));
  t.equal((await client.request('/api/account/proofs', {})).status, 401);
  await handOverServices(database);
  t.equal(await ownerOf(id), earlier.account.id, 'not before');
  await waitEightDays();
  const again = await proveHost(url, key);
  const from = again.services.find((service) => service.id === id)?.yoursFrom ?? '';
  t.ok(Date.parse(from) >= Date.parse(announced), 'who proves it again tells it again, and waits again');
  t.equal((await database.query('select from webhook_deliveries where service_id = $1', [id])).rowCount, 2);
  await handOverServices(database);
  t.equal(await ownerOf(id), earlier.account.id);
  await waitEightDays();
  t.strictSame((await handOverServices(database)).sort(), services.map((service) => service.id).sort());
  t.equal(await ownerOf(id), account.id);
  t.equal(await ownerOf(other), earlier.account.id, 'nothing else of that account is touched');
});

t.test(
  'a handover ends when the owner proves the host again, the service leaves the host, or the proof is removed',
  async (t) => {
    const url = newUrl();
    const first = await proveHost(url);
    const ids = [];
    for (const path of ['1', '2', '3']) ids.push((await register(`${url}/${path}`, first.key)).body.id);
    const [moved = '', kept = '', removed = ''] = ids;
    const announcedTo = async (key: string) =>
      (await get<AccountProofs>('/api/account/proofs', key)).handovers.map(({ service }) => service.id).sort();
    const second = await proveHost(url);
    t.strictSame(await announcedTo(second.key), [...ids].sort());
    const moveTo = (id: string, endpoint: string) => edit(id, first.key, { endpoint });
    await moveTo(kept, `${url}/elsewhere`);
    await moveTo(kept, `${url}/2`);
    t.strictSame(await announcedTo(second.key), [...ids].sort(), 'not by moving away within the host, or back');
    await moveTo(moved, url.replace('api.', 'eu.'));
    t.strictSame(await announcedTo(second.key), [kept, removed].sort());
    await proveHost(url, first.key);
    t.strictSame(await announcedTo(second.key), []);
    t.match(await findService(database, kept), { ownerVerified: { how: 'well-known' } });

    const third = await proveHost(url);
    const fourth = await proveHost(url);
    t.strictSame(await announcedTo(third.key), [], 'a newer proof replaces it');
    await removeProof(fourth.key);
    t.strictSame(await announcedTo(fourth.key), []);
    await proveHost(url, third.key);
    await database.query('delete from account_proofs where account_id = $1', [third.account.id]);
    await waitEightDays();
    t.strictSame(await handOverServices(database), [], 'the proof is checked again when the notice ends');
    t.equal(await ownerOf(removed), first.account.id);
  },
);

t.test('a proof counts however endpoints are written', async (t) => {
  const url = newUrl();
  const { host, hostname, port } = new URL(url);
  const other = await createKey(database, { name: 'other', scopes: ['services:write'] });
  const written = [
    `HTTP://${hostname.toUpperCase()}:${port}/1`,
    `http://${hostname}.:${port}/2`,
    `http://${hostname}:0${port}/3`,
  ];
  for (const endpoint of written) t.equal((await register(endpoint, other.key)).status, 201);
  const { services } = await proveHost(url);
  t.equal(services.length, written.length);
  t.equal((await proveHost(`http://${host}/`)).services.length, written.length);
});

t.test('a former payee has no power over a service whose 402 names another', async (t) => {
  const wallet = privateKeyToAccount(`0x${'55'.repeat(32)}`);
  const url = newUrl();
  const { x402Config, body } = await proveWallet(wallet, url);
  const { key } = body;
  const { id } = (await register(url, key, { x402Config })).body;
  t.match(await findService(database, id), { ownerVerified: { how: 'signature' } });
  const observed = JSON.stringify({ accepts: [{ payTo: stranger.address }] });
  await database.query('update services set observed = $2 where id = $1', [id, observed]);
  t.strictSame((await proveWallet(wallet, url, key)).body.services, []);
});

t.test('what a removed proof has taken from others is theirs again', async (t) => {
  const url = newUrl();
  const first = await proveHost(url);
  const second = await proveHost(url);
  const { id } = (await register(url, first.key)).body;
  t.equal((await findService(database, id))?.ownerVerified, undefined);
  await removeProof(second.key);
  t.match(await findService(database, id), { ownerVerified: { how: 'well-known' } });
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
  const { body } = await proveWallet(stranger, url);
  t.strictSame(body.services, []);
  t.not(body.account.id, first.account.id);
  t.equal(await ownerOf(id), first.account.id);
});

t.test('what a stranger has listed at a host is not proven before the endpoint names its payee', async (t) => {
  const url = newUrl();
  const { key: unproven } = await createKey(database, { name: 'early', scopes: ['services:write'] });
  const { id } = (await register(url, unproven)).body;
  const { account } = await proveHost(url);
  t.equal(await ownerOf(id), account.id);
  t.equal((await findService(database, id))?.ownerVerified, undefined);
});

t.test('a former payee is not proven again by writing its endpoint in another way', async (t) => {
  const url = newUrl();
  const { x402Config, body } = await proveWallet(privateKeyToAccount(`0x${'66'.repeat(32)}`), url);
  const { key } = body;
  const { id } = (await register(url, key, { x402Config })).body;
  t.match(await findService(database, id), { ownerVerified: { how: 'signature' } });
  t.equal((await edit(id, key, { endpoint: `${url}#1` })).status, 200);
  t.equal((await findService(database, id))?.ownerVerified, undefined, 'before the endpoint has named it again');
  await database.query(`update account_proofs set proven_at = now() - interval '2 hours'`);
  const { id: later } = (await register(url, key, { x402Config })).body;
  t.equal((await findService(database, later))?.ownerVerified, undefined, 'nor by a proof of long ago');
});

t.test('proofs, edits, registrations and removals of one host at once do not stop each other', async (t) => {
  const url = newUrl();
  const first = await proveHost(url);
  const ids: string[] = [];
  for (let n = 0; n < 8; n += 1) ids.push((await register(`${url}/${n}`, first.key)).body.id);
  for (let round = 0; round < 6; round += 1) {
    const challenges = await Promise.all([open({ url }), open({ url }, first.key), open({ url })]);
    served.token = challenges.map(({ token }) => token).join(' ');
    const answers = await Promise.all([
      ...challenges.map(({ id }) => prove(id, { way: 'well-known' })),
      ...ids.map((id) => edit(id, first.key, { name: `Round ${round}` })),
      register(`${url}/new/${round}`, first.key),
      removeProof(first.key),
      handOverServices(database).then(() => ({ status: 200 })),
    ]);
    t.strictSame(
      answers.filter(({ status }) => status >= 500).map(({ status }) => status),
      [],
    );
    await proveHost(url, first.key);
  }
});
