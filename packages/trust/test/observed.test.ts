import {
  type Database,
  editService,
  findService,
  listAccountServices,
  listServiceHistory,
  operatorAccount,
  readCatalog,
  registerService,
  scheduleChecks,
} from '@shirube/catalog';
import type { Registration } from '@shirube/contracts';
import { registration, until, wallet } from '@shirube/testing';
import { lockAwaited, openTransaction, register, testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { keepManifest } from '../dist/manifest/keepManifest.js';
import { takeHostTurn } from '../dist/schedule/addressTurns.js';
import { base, challengeV1, serveHost, startSeller, usdc } from './sellers.js';
import { checkedAgain, monitor, verdictsOf } from './testMonitor.js';

/** Registers a service that is not scheduled for checks. */
async function registerAt(database: Database, changes: Partial<Registration>): Promise<string> {
  const result = await registerService(database, registration(changes));
  if (result.outcome !== 'created') throw new Error(result.outcome);
  return result.service.id;
}

t.test('the call of a service is read from its challenge, unless one is registered', async (t) => {
  const database = await testCatalog(t);
  const seller = await startSeller(t);
  const silent = await registerAt(database, { endpoint: `${seller.url}/declared` });
  const registered = { type: 'http', method: 'PUT', body: { type: 'object' } } as const;
  const own = await registerAt(database, { endpoint: `http://localhost:${seller.port}/declared`, call: registered });
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

t.test('every way to pay is stored, and invalid details of a challenge are left out', async (t) => {
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
  const id = await registerAt(database, { endpoint: seller.url });
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

const body = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});
const openapi = (schema: object) => ({
  openapi: '3.1.0',
  info: { title: 'Tides', contact: { name: 'Harbour Office', url: 'https://harbour.example' } },
  externalDocs: { url: 'https://docs.harbour.example/tides' },
  paths: {
    '/sold': {
      get: { summary: 'Free', responses: {} },
      post: {
        summary: 'Tides of a port',
        tags: ['tides'],
        'x-payment-info': { protocols: ['x402'], price: { mode: 'fixed', currency: 'USD', amount: '0.01' } },
        requestBody: { content: { 'application/json': { schema, example: { port: 'Yokohama' } } } },
        responses: { 200: { content: { 'application/json': { example: { height: 1.2 } } } } },
      },
    },
  },
});

t.test('details that are not registered are read from the documents of the origin once a day', async (t) => {
  const database = await testCatalog(t);
  const documents = new Map<string, object | undefined>([['/openapi.json', openapi(body('port'))]]);
  let isDown = false;
  const host = await serveHost(t, ({ url = '' }, response) => {
    const document = documents.get(url);
    if (isDown && url !== '/sold') return void response.writeHead(503).end();
    if (url !== '/sold' && !document) return void response.writeHead(404).end();
    response.writeHead(document ? 200 : 402, { 'content-type': 'application/json' });
    response.end(document ? JSON.stringify(document) : challengeV1());
  });
  const endpoint = `${host.url}/sold`;
  const silent = await registerAt(database, { endpoint });
  const own = await registerAt(database, {
    endpoint,
    call: { type: 'http', method: 'PUT', body: body('harbour') },
    documentationUrl: 'https://own.example/docs',
  });
  const { enqueued } = monitor(t, database, { MONITOR_INTERVAL_SECONDS: '3600' });
  const serviceOf = (id: string) => findService(database, id);
  const documentRequests = () => host.documents.filter((path) => path === '/openapi.json').length;
  /** Simulates that a day passes, and waits until the documents have been read and stored, which is after a check. */
  async function dayPasses(isRead: () => unknown): Promise<void> {
    await database.query("update read_manifests set read_at = read_at - interval '25 hours'");
    await checkedAgain(database, silent);
    await until(isRead, { message: 'the documents are not read' });
  }

  await until(async () => Boolean((await serviceOf(silent))?.call && (await serviceOf(silent))?.accepts), {
    message: 'nothing is filled',
  });
  t.match(await serviceOf(silent), {
    provider: { name: 'Harbour Office', url: 'https://harbour.example' },
    documentationUrl: 'https://docs.harbour.example/tides',
    tags: ['tides'],
    call: {
      type: 'http',
      method: 'POST',
      body: body('port'),
      examples: { body: { port: 'Yokohama' } },
      output: { mediaType: 'application/json', example: { height: 1.2 } },
    },
    sources: { provider: 'observed', documentationUrl: 'observed', tags: 'observed', call: 'observed' },
    accepts: [{ scheme: 'exact' }],
  });
  await until(() => enqueued.includes(silent), { message: 'the index is not told' });
  async function summaryOf(id: string): Promise<string | undefined> {
    for await (const entries of readCatalog(database)) return entries.find(({ service }) => service.id === id)?.summary;
    return undefined;
  }
  t.equal(await summaryOf(silent), 'Tides of a port', 'what they say of the operation is indexed');

  const ownService = await serviceOf(own);
  t.equal(ownService?.call?.method, 'PUT');
  t.match(ownService?.sources, { call: 'registered', documentationUrl: 'registered', provider: 'observed' });
  await checkedAgain(database, silent);
  await until(async () => (await verdictsOf(database, own)).includes('other_details'), { message: 'nobody is told' });
  const { services } = await listAccountServices(database, operatorAccount, { limit: 10 });
  const listed = (id: string) => services.find((service) => service.id === id)?.lastCheck;
  t.match(listed(own), { verdict: 'other_details', detail: 'other_method' }, 'its owner sees the difference');
  t.match(listed(silent), { verdict: 'ok' });
  t.equal(documentRequests(), 1, 'checks ask for the service alone');

  documents.set('/openapi.json', openapi(body('port', 'day')));
  await dayPasses(async () => JSON.stringify((await serviceOf(silent))?.call?.body).includes('day'));
  t.equal(documentRequests(), 2);
  t.match((await serviceOf(silent))?.call?.body, body('port', 'day'));
  const entry = (await listServiceHistory(database, silent)).find(({ type }) => type === 'updated');
  t.strictSame(entry?.fields, ['call.body'], 'what changed in the API is an entry of its history');
  t.match(entry?.values?.[0]?.to, /day/);

  isDown = true;
  const lastAsked = () => host.documents.filter((path) => path === '/.well-known/x402').length;
  const before = lastAsked();
  await dayPasses(() => lastAsked() > before);
  t.ok((await serviceOf(silent))?.call, 'an origin whose documents fail today has said it all the same');
  isDown = false;

  documents.clear();
  documents.set('/.well-known/x402.json', {
    x402Version: 2,
    items: [
      { resource: { url: `${host.url}/sold`, tags: ['sea'] }, type: 'http', input: { method: 'GET' } },
      { resource: { url: 'https://elsewhere.example/sold', tags: ['not theirs'] }, type: 'http' },
    ],
  });
  await dayPasses(async () => (await serviceOf(silent))?.tags?.includes('sea'));
  t.match(await serviceOf(silent), { tags: ['sea'], call: { type: 'http', method: 'GET' }, provider: undefined });

  documents.clear();
  await dayPasses(async () => !(await serviceOf(silent))?.call);
  t.notOk((await serviceOf(silent))?.call, 'what is declared no more is shown no more');
  t.notOk((await serviceOf(silent))?.sources);
  t.notOk(await summaryOf(silent));

  const resource = { url: `${host.url}/sold`, description: 'Tides by hour' };
  documents.set('/.well-known/x402.json', { x402Version: 2, items: [{ resource }] });
  await dayPasses(async () => (await summaryOf(silent)) === resource.description);
  documents.clear();
  await dayPasses(async () => !(await summaryOf(silent)));
  t.notOk(await summaryOf(silent), 'nor is what was said of it alone');
});

t.test('documents of a host are requested one at a time, like its checks, and after requested checks', async (t) => {
  const database = await testCatalog(t);
  const times: number[] = [];
  const host = await serveHost(t, ({ url }, response) => {
    times.push(performance.now());
    response.writeHead(url === '/sold' ? 402 : 404).end(challengeV1());
  });
  const endpoint = `${host.url}/sold`;
  const { id } = await register(database, { endpoint });
  const turn = { host: new URL(endpoint).hostname, accountId: operatorAccount, gapSeconds: 1 };
  await scheduleChecks(database, [id]);
  await database.query("update monitored_hosts set free_at = now() - interval '1 second'");
  await database.query('update monitoring set requested_at = now()');
  t.equal(await takeHostTurn(database, turn), false);
  await database.query('update monitoring set requested_at = null');
  t.equal(await takeHostTurn(database, turn), true);
  t.equal(await takeHostTurn(database, turn), false);

  monitor(t, database, { MONITOR_INTERVAL_SECONDS: '3600', MONITOR_HOST_GAP_SECONDS: '1' });
  await until(() => host.documents.length === 3, { message: 'the documents are not read' });
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  t.ok(Math.min(...gaps) > 500, `a second apart, as far as the machine is that exact: ${gaps.map(Math.round)}`);
  t.match(await verdictsOf(database, id), ['ok']);
});

t.test('the documents of an origin are not applied to a service that moves meanwhile', async (t) => {
  const database = await testCatalog(t);
  const { id, endpoint } = await register(database);
  // Holds the edit up once it has locked the service.
  const other = await openTransaction(t, database);
  await other.query("insert into categories values ('moved', 'Moved')");
  const moved = { endpoint: 'https://elsewhere.example.com', category: 'moved' };
  const edited = editService(database, id, {}, (old) => ({ ...old, ...moved }));
  await lockAwaited(database);
  const details = { documentationUrl: 'https://docs.example.com' };
  const changedIds = keepManifest(database, new URL(endpoint).origin, [{ endpoint, method: 'GET', details }]);
  await lockAwaited(database, 2);
  await other.query('rollback');
  await edited;
  t.strictSame(await changedIds, []);
  t.notHas(await findService(database, id), details);
});
