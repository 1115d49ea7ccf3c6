import { type Database, editService, findService, listServiceHistory, registerService } from '@shirube/catalog';
import type { Registration } from '@shirube/contracts';
import { registration, until, wallet } from '@shirube/testing';
import { testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { base, serveHost, startSeller, usdc } from './sellers.js';
import { checkedAgain, monitor, verdictsOf } from './testMonitor.js';

async function register(database: Database, changes: Partial<Registration>): Promise<string> {
  const result = await registerService(database, registration(changes));
  if (result.outcome !== 'created') throw new Error(result.outcome);
  return result.service.id;
}

t.test('how an official seller is called is read from its challenge, and what is registered wins', async (t) => {
  const database = await testCatalog(t);
  const seller = await startSeller(t);
  const silent = await register(database, { endpoint: `${seller.url}/declared` });
  const registered = { type: 'http', method: 'PUT', body: { type: 'object' } } as const;
  const own = await register(database, { endpoint: `http://localhost:${seller.port}/declared`, call: registered });
  monitor(t, database, { MONITOR_INTERVAL_SECONDS: '3600' });
  await checkedAgain(database, silent);
  await until(async () => (await verdictsOf(database, own)).length > 0, { message: 'it is not checked' });

  const service = await findService(database, silent);
  t.match(service, {
    call: {
      type: 'http',
      method: 'POST',
      bodyType: 'json',
      body: { properties: { city: { type: 'string' } } },
      examples: { body: { city: 'Tokyo' } },
    },
    sources: { call: 'observed' },
    accepts: [{ scheme: 'exact', network: base, asset: usdc, amount: '10000', payTo: wallet }],
  });
  const [entry] = await listServiceHistory(database, silent);
  t.ok(entry?.fields.includes('call.body'), 'it is an entry of the history');

  const ownService = await findService(database, own);
  t.strictSame(ownService?.call, registered);
  t.strictSame(ownService?.sources, { call: 'registered' }, 'nothing of it was observed');
  const { rows } = await database.query('select verdict, detail from checks where service_id = $1', [own]);
  t.match(rows[0], { verdict: 'other_details', detail: 'other_method' }, 'and the owner is told of the difference');

  await editService(database, silent, {}, (was) => ({ ...was, name: 'Renamed' }));
  const { rows: stored } = await database.query('select details from services where id = $1', [silent]);
  t.strictSame(stored, [{ details: null }], 'what was seen never becomes what is registered');
  t.match(await findService(database, silent), { name: 'Renamed', sources: { call: 'observed' } });
  await editService(database, silent, {}, (was) => ({ ...was, endpoint: `${seller.url}/get` }));
  t.notOk((await findService(database, silent))?.call, 'what was seen of another endpoint is of no use');
});

t.test('every way to pay is kept, and what is unsound in a challenge is left out', async (t) => {
  const database = await testCatalog(t);
  const polygon = 'eip155:137';
  const accepted = (network: string, amount: string) => ({
    scheme: 'exact',
    network,
    amount,
    asset: network === base ? usdc : '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
    payTo: wallet,
    maxTimeoutSeconds: 60,
    extra: {},
  });
  let deep: object = {};
  for (let level = 0; level < 1_000; level += 1) deep = { properties: { a: deep } };
  let amount = '10000';
  const input = { type: 'http', method: 'get', queryParams: { city: 'Oslo' } };
  const schema = (queryParams: object) => ({ properties: { input: { properties: { queryParams, headers: deep } } } });
  let queryParams: object = { $ref: 'https://evil.example/schema.json' };
  const seller = await serveHost(t, (_request, response) => {
    const header = JSON.stringify({
      x402Version: 2,
      resource: { url: 'https://x.example', tags: ['sea', 'x'.repeat(99)], iconUrl: 'https://x.example/icon.svg' },
      accepts: [accepted(base, amount), accepted(polygon, amount)],
      extensions: { bazaar: { info: { input }, schema: schema(queryParams) } },
    });
    response.writeHead(402, { 'content-type': 'application/json' });
    response.end(header);
  });
  const id = await register(database, { endpoint: seller.url });
  monitor(t, database, { MONITOR_INTERVAL_SECONDS: '3600' });
  await checkedAgain(database, id);
  const first = await findService(database, id);
  t.strictSame(
    first?.accepts?.map(({ network, price, currency }) => [network, price, currency]),
    [
      [base, '0.01', 'USDC'],
      [polygon, '0.01', 'USDC'],
    ],
  );
  t.notOk(first?.tags, 'a field that breaks its rule is dropped');
  t.notOk(first?.iconUrl);
  t.notOk(first?.call, 'and so is a call that is too deep to be kept');

  queryParams = { type: 'object', properties: { city: { type: 'string' } } };
  deep = { type: 'nonsense' };
  await checkedAgain(database, id);
  t.strictSame((await findService(database, id))?.call, {
    type: 'http',
    method: 'GET',
    queryParams,
    examples: { queryParams: { city: 'Oslo' } },
  });
  amount = '9000';
  await checkedAgain(database, id);
  t.equal((await findService(database, id))?.accepts?.[0]?.amount, '9000');
  const [entry] = await listServiceHistory(database, id);
  t.match(entry, { type: 'updated', fields: ['accepts'] }, 'what is asked for changed, and when');
  t.match(JSON.parse(entry?.values?.[0]?.from ?? ''), [{ network: base, amount: '10000' }, { network: polygon }]);
  t.match(JSON.parse(entry?.values?.[0]?.to ?? ''), [{ network: base, amount: '9000' }, { network: polygon }]);
});
