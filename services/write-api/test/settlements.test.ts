import { createKey, findStatus, migrate } from '@shirube/catalog';
import { mostSettlements, type Problem, type SettlementsResult } from '@shirube/contracts';
import { registration, solanaWallet, wallet } from '@shirube/testing';
import { lockAwaited, openTransaction } from '@shirube/testing/catalog';
import { countSettlements, matchSettlementsAgain } from '@shirube/trust';
import t from 'tap';
import { startWriteApi } from './writeApi.js';

const { client, adminKey, database } = await startWriteApi(t);
const facilitator = await createKey(database, { name: 'facilitator', scopes: ['settlements:write'] });
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const eurc = '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42';
const settledAt = '2026-01-15T09:30:00Z';

let transactions = 0;
const transaction = () => `0x${(++transactions).toString(16).padStart(64, '0')}`;
const settlement = (changes: object = {}) => ({
  network: 'base',
  transaction: transaction(),
  payTo: wallet,
  asset: usdc,
  amount: '10000',
  settledAt,
  ...changes,
});

async function report(body: unknown, key = facilitator.key) {
  const { status, body: answer } = await client.request<SettlementsResult & Problem>('/api/settlements', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { matched, unmatched, repeated, rejected } = answer;
  return { status, answer, counts: [matched, unmatched, repeated, rejected?.length] };
}

async function earned(id: string) {
  const record = await findStatus(database, id);
  return [record?.txCount, record?.totalRevenue];
}

const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;

t.test('a settlement is counted once for the service whose endpoint was paid for', async (t) => {
  const endpoint = 'https://paid.example.com/weather';
  const { body: service } = await client.post(registration({ endpoint }));
  const first = settlement({ resource: 'https://PAID.example.com:443/weather/?city=tokyo', amount: '10001' });
  t.strictSame((await report([first, settlement({ resource: endpoint })])).counts, [2, 0, 0, 0]);
  const again = { ...first, transaction: first.transaction.toUpperCase().replace('0X', '0x') };
  t.strictSame((await report([again, { ...first, network: 'eip155:8453' }])).counts, [0, 0, 2, 0]);
  t.strictSame(await earned(service.id), [2, 0.020001]);
});

t.test('sums are exact in every coin, and each coin is counted separately', async (t) => {
  const endpoint = 'https://exact.example.com/';
  const pricing = { currency: 'usd', pricePerRequest: '0.01' };
  const { body: service } = await client.post(registration({ endpoint, pricing }));
  const resource = endpoint;
  const tenths = Array.from({ length: 10 }, () => settlement({ resource, amount: '100000' }));
  t.strictSame((await report(tenths)).counts, [10, 0, 0, 0]);
  t.strictSame(await earned(service.id), [10, 1]);
  const jpyc = '0xE7C3D8C9a439feDe00D2600032D5dB0Be71C3c29';
  const others = [
    settlement({ resource, asset: eurc, amount: '2500000' }),
    settlement({ resource, asset: jpyc, network: 'polygon', amount: '1000000000000000001' }),
    settlement({ resource, asset: address(9) }),
  ];
  t.strictSame((await report(others)).counts, [2, 1, 0, 0], 'a coin that nobody knows is no payment');
  t.strictSame(await earned(service.id), [12, 1]);
  await matchSettlementsAgain(database);

  await client.request(`/api/services/${service.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${client.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ pricing: { currency: 'EURC' } }),
  });
  t.strictSame(await earned(service.id), [12, 2.5], 'the revenue is told in the currency of the service');
  await report([settlement({ resource, asset: eurc, amount: '1' })]);
  t.strictSame(await earned(service.id), [13, 2.500001]);
});

t.test('a settlement without a resource counts for the only service that is paid at its address', async (t) => {
  const x402Config = { paymentAddress: address(0xbeef), network: 'eip155:8453' };
  const at = (path: string) => registration({ endpoint: `https://payee.example.com/${path}`, x402Config });
  const { body: first } = await client.post(at('first'));
  const paid = { payTo: address(0xbeef) };
  t.strictSame((await report([settlement(paid), settlement({ ...paid, network: 'polygon' })])).counts, [1, 1, 0, 0]);
  const { body: second } = await client.post(at('second'));
  t.strictSame((await report([settlement(paid)])).counts, [0, 1, 0, 0], 'it could be either');
  await database.query("update services set status = 'verified' where id = $1", [first.id]);
  t.strictSame((await report([settlement(paid)])).counts, [1, 0, 0, 0], 'the verified one');
  const resource = 'https://payee.example.com/second';
  t.strictSame((await report([settlement({ ...paid, resource })])).counts, [1, 0, 0, 0]);
  t.strictSame(await earned(first.id), [2, 0.02]);
  t.strictSame(await earned(second.id), [1, 0.01]);
});

t.test('a copy of the endpoint or the address of another account earns nothing', async (t) => {
  const endpoint = 'https://original.example.com/api';
  const x402Config = { paymentAddress: address(0xcafe), network: 'base' };
  const other = await createKey(database, { name: 'other', scopes: ['services:write'] });
  const { body: original } = await client.post(registration({ endpoint, x402Config }));
  const copies = [registration({ endpoint }), registration({ endpoint, x402Config })];
  for (const copy of copies) await client.post(copy, { authorization: `Bearer ${other.key}` });
  t.strictSame((await report([settlement({ resource: endpoint, payTo: address(0xcafe) })])).counts, [1, 0, 0, 0]);
  t.strictSame(await earned(original.id), [1, 0.01]);
});

t.test('a service that only leads to another host gives way to the one that is paid at the same address', async (t) => {
  const x402Config = { paymentAddress: address(0x1ead), network: 'base' };
  const paid = { payTo: address(0x1ead) };
  const { body: original } = await client.post(registration({ endpoint: 'https://itself.example.com', x402Config }));
  const { body: copy } = await client.post(registration({ endpoint: 'https://leads.example.com', x402Config }));
  t.strictSame((await report([settlement(paid)])).counts, [0, 1, 0, 0], 'it could be either');
  await database.query("update services set leads_to = 'elsewhere' where id = $1", [copy.id]);
  t.strictSame((await report([settlement(paid)])).counts, [1, 0, 0, 0]);
  t.strictSame(await earned(original.id), [1, 0.01]);
});

t.test('addresses of Solana are told apart by case', async (t) => {
  const x402Config = { paymentAddress: solanaWallet, network: 'solana' };
  const { body } = await client.post(registration({ endpoint: 'https://sol.example.com', x402Config }));
  const asset = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
  const paid = { network: 'solana', asset, payTo: solanaWallet };
  const signature = (end: string) => ({ transaction: `5${'x'.repeat(86)}${end}` });
  t.strictSame(
    (await report([settlement({ ...paid, ...signature('a') }), settlement({ ...paid, ...signature('A') })])).counts,
    [2, 0, 0, 0],
  );
  t.strictSame(await earned(body.id), [2, 0.02]);
});

t.test('a faulty settlement is reported with its faults and does not stop the others', async (t) => {
  const { status, answer, counts } = await report([
    settlement({ amount: '1.5' }),
    settlement({ payTo: address(1) }),
    settlement({ network: 'base-mainnet', settledAt: '2026-13-45T00:00:00Z', note: 'x' }),
    settlement({ settledAt: new Date(Date.now() + 3_600_000).toISOString() }),
    settlement({ amount: '1'.padEnd(20, '0') }),
    settlement({ payTo: '0x1' }),
    'rubbish',
    settlement({ settledAt: '2026-13-45T00:00:00Z' }),
  ]);
  t.equal(status, 200);
  t.strictSame(counts, [0, 1, 0, 7]);
  t.match(answer.rejected, [
    { index: 0, transaction: /^0x0/, errors: [{ path: 'amount' }] },
    { index: 2, errors: [{ path: 'note' }, { path: 'network', message: /did you mean "base"/ }] },
    { index: 3, errors: [{ path: 'settledAt', message: /future/ }] },
    { index: 4, errors: [{ path: 'amount', message: /smallest units/ }] },
    { index: 5, errors: [{ path: 'payTo', message: /EVM address/ }] },
    { index: 6, errors: [{ path: '' }] },
    { index: 7, errors: [{ path: 'settledAt' }] },
  ]);
  t.notOk('transaction' in (answer.rejected[5] ?? {}));
});

t.test('a transaction has one form, so that it counts once', async (t) => {
  const endpoint = 'https://once.example.com/';
  const { body: service } = await client.post(registration({ endpoint }));
  const hash = `${'ab'.repeat(31)}0f`;
  const paymentOf = (changes: object) => settlement({ resource: endpoint, ...changes });
  const evm = [`0x${hash}`, hash, `0x00${hash}`, `0x${hash}#1`, 'x', `0X${hash.toUpperCase()}`];
  const { answer, counts } = await report(evm.map((transaction) => paymentOf({ transaction })));
  t.strictSame(counts, [1, 0, 1, 4]);
  t.match(answer.rejected, [
    { index: 1, errors: [{ path: 'transaction', message: /0x followed by 64 hexadecimal digits/ }] },
    { index: 2 },
    { index: 3 },
    { index: 4 },
  ]);
  t.strictSame(await earned(service.id), [1, 0.01]);

  const solana = {
    network: 'solana',
    payTo: solanaWallet,
    asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  };
  const signature = `5${'x'.repeat(86)}z`;
  const stellar = { network: 'stellar', payTo: 'GAAAAAAAA', asset: 'USDC', transaction: 'short' };
  const wrong = [
    ...[`1${signature}`, signature.slice(4), `${signature.slice(1)}0`].map((transaction) =>
      paymentOf({ ...solana, transaction }),
    ),
    paymentOf(stellar),
    paymentOf({ transaction: hash, amount: 'x' }),
  ];
  const refused = await report(wrong);
  t.equal(refused.status, 400, 'nothing of it is good');
  t.match(refused.answer, {
    code: 'validation_failed',
    errors: [
      { path: '0.transaction', message: /base58 of 64 bytes/ },
      { path: '1.transaction' },
      { path: '2.transaction' },
      { path: '3.transaction', message: /16 to 128/ },
      { path: '4.amount' },
    ],
  });
  t.strictSame((await report([paymentOf({ ...solana, transaction: signature })])).counts, [1, 0, 0, 0]);
});

t.test('a batch of settlements is a list of at most 500', async (t) => {
  t.strictSame((await report([])).counts, [0, 0, 0, 0]);
  for (const body of [{}, 'text', Array.from({ length: mostSettlements + 1 }, () => ({}))]) {
    const { status, answer } = await report(body);
    t.equal(status, 400);
    t.match(answer, { code: 'validation_failed', errors: [{ message: /at most 500/ }] });
  }
  const full = Array.from({ length: mostSettlements }, () => settlement({ payTo: address(77) }));
  t.strictSame((await report(full)).counts, [0, mostSettlements, 0, 0]);
  const counts = await countSettlements(database);
  t.match(counts.payees[0], { network: 'base', payTo: address(77), settlements: mostSettlements });
  t.equal(
    counts.unmatched,
    counts.payees.reduce((sum, { settlements }) => sum + settlements, 0),
  );
});

t.test('a report of settlements takes a key with the scope', async (t) => {
  const body = [settlement({ payTo: address(78) })];
  t.match(await report(body, client.key), { status: 403, answer: { code: 'forbidden' } });
  t.match(await report(body, 'shk_nobody'), { status: 401 });
  const before = await countSettlements(database);
  t.match(await report(body, adminKey), { status: 200 });
  t.equal((await countSettlements(database)).total, before.total + 1);
  t.equal((await client.post(registration(), { authorization: `Bearer ${facilitator.key}` })).status, 403);
});

t.test('settlements of overlapping batches that arrive at once are counted once', async (t) => {
  const endpoint = 'https://busy.example.com/';
  const { body: service } = await client.post(registration({ endpoint }));
  const { body: other } = await client.post(registration({ endpoint: `${endpoint}other` }));
  const lines = Array.from({ length: 60 }, (_, i) => settlement({ resource: i % 2 ? endpoint : `${endpoint}other` }));
  const batches = Array.from({ length: 8 }, (_, i) => (i % 2 ? lines : lines.toReversed()));
  const answers = await Promise.all(batches.map((batch) => report(batch)));
  t.strictSame(new Set(answers.map(({ status }) => status)), new Set([200]));
  t.strictSame(await earned(service.id), [30, 0.3]);
  t.strictSame(await earned(other.id), [30, 0.3]);
});

t.test('a settlement from before the registration of its service is counted for it afterwards, once', async (t) => {
  const endpoint = 'https://late.example.com/api';
  const paymentAddress = address(0x1a7e);
  const lines = [
    settlement({ resource: `${endpoint}?q=1`, amount: '1' }),
    settlement({ resource: endpoint, asset: eurc }),
    settlement({ payTo: paymentAddress, amount: '2' }),
    settlement({ payTo: paymentAddress, network: 'polygon' }),
  ];
  t.strictSame((await report(lines)).counts, [0, 4, 0, 0]);
  await matchSettlementsAgain(database);
  const before = await countSettlements(database);

  const x402Config = { paymentAddress, network: 'base' };
  const { body: service } = await client.post(registration({ endpoint, x402Config }));
  t.strictSame(await earned(service.id), [0, 0]);
  const looks = await Promise.all([1, 2, 3, 4].map(() => matchSettlementsAgain(database, [service.id])));
  t.strictSame(new Set(looks.flat()), new Set([service.id]));
  t.strictSame(await earned(service.id), [3, 0.000003]);
  t.equal((await countSettlements(database)).unmatched, before.unmatched - 3);
  t.strictSame(await matchSettlementsAgain(database), []);
  t.strictSame((await report(lines)).counts, [0, 0, 4, 0], 'a replay counts nothing');
});

t.test('a settlement that is reported while its service is registered is counted for it', async (t) => {
  const resource = 'https://meanwhile.example.com/';
  const first = settlement({ payTo: address(0xfade) });
  const second = settlement({ payTo: address(0xfade), resource });
  // Another report of the first one holds this report up, before it stores anything.
  const other = await openTransaction(t, database);
  await other.query(
    `insert into settlements (network, transaction, pay_to, asset, amount, settled_at, reported_by)
      values ('base', $1, $2, $3, 1, $4, $5)`,
    [first.transaction, wallet, usdc, settledAt, facilitator.accountId],
  );
  const reported = report([first, second]);
  await lockAwaited(database);
  const { body: service } = await client.post(registration({ endpoint: resource }));
  t.strictSame(await matchSettlementsAgain(database, [service.id]), [], 'nothing is stored yet');
  await other.query('rollback');
  t.equal((await reported).status, 200);
  t.strictSame(await earned(service.id), [1, 0.01]);
});

t.test('a settlement that an earlier version has stored is found by its resource', async (t) => {
  const endpoint = 'https://earlier.example.com/api';
  await report([settlement({ resource: endpoint, payTo: address(0xea1) }), settlement({ payTo: address(0xea2) })]);
  await database.query('update settlements set resource_keys = null where service_id is null');
  await migrate(database);
  const { body: service } = await client.post(registration({ endpoint }));
  await matchSettlementsAgain(database);
  t.strictSame(await earned(service.id), [1, 0.01]);
});

t.test('a service that is changed to a paid endpoint or address has earned those settlements', async (t) => {
  const endpoint = 'https://moved.example.com/api';
  const payTo = address(0x30fed);
  await report([settlement({ resource: endpoint }), settlement({ payTo }), settlement({ payTo })]);
  const { body: service } = await client.post(registration({ endpoint: 'https://moved.example.com/old' }));
  await matchSettlementsAgain(database);
  t.strictSame(await earned(service.id), [0, 0]);
  const change = (body: object) =>
    client.request(`/api/services/${service.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${client.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await change({ endpoint });
  await matchSettlementsAgain(database, [service.id]);
  t.strictSame(await earned(service.id), [1, 0.01]);
  await change({ x402Config: { paymentAddress: payTo } });
  await matchSettlementsAgain(database, [service.id]);
  t.strictSame(await earned(service.id), [3, 0.03]);
});

t.test('a service that is removed while it is paid leaves nothing behind', async (t) => {
  const endpoint = 'https://going.example.com/api';
  const { body: service } = await client.post(registration({ endpoint }));
  await report([settlement({ resource: endpoint })]);
  const removal = await openTransaction(t, database);
  await removal.query('select from services where id = $1 for update', [service.id]);
  const reported = report([settlement({ resource: endpoint })]);
  await lockAwaited(database);
  await removal.query('delete from services where id = $1', [service.id]);
  await removal.query('commit');
  t.equal((await reported).status, 200);
  const { rowCount } = await database.query('select from settlement_days where service_id = $1', [service.id]);
  t.equal(rowCount, 0, 'and nothing is counted for it');
});
