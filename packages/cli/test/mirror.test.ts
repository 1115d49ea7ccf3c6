import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { assignServices, createAccount, type Database, importServices, removeService } from '@shirube/catalog';
import { directoryClient, registration, startDirectory, until } from '@shirube/testing';
import t from 'tap';
import { emptyCatalog } from './emptyCatalog.js';
import { firstVersion, payTo, secondVersion, solanaPayTo, startFacilitator } from './facilitator.js';
import { shirube, shirubeJson } from './shirube.js';

const columns = 'name, description, endpoint, category, currency, price_per_request, payment_address, network, chain';
const contents = async (database: Database): Promise<Record<string, string>[]> =>
  (await database.query(`select ${columns} from services order by endpoint`)).rows;
const address = (n: number) => `https://api.example/${n}`;

t.test('both versions of the protocol become registrations', async (t) => {
  const facilitator = await startFacilitator(t);
  const { env, database } = await emptyCatalog(t);
  const solana = {
    network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    payTo: solanaPayTo,
    amount: '1',
  };
  const two = secondVersion(address(4));
  facilitator.items = [
    firstVersion(address(1)),
    secondVersion(address(2)),
    secondVersion(address(3), solana, { description: undefined, serviceName: undefined, tags: undefined }),
    { ...two, accepts: [{ ...two.accepts[0], scheme: 'upto' }, ...two.accepts] },
    secondVersion(address(5), {
      network: 'eip155:137',
      asset: '0xE7C3D8C9a439feDe00D2600032D5dB0Be71C3c29',
      amount: '1500000000000000000',
    }),
  ];
  const { source, added, leftOut } = await shirubeJson(['mirror', facilitator.url], env);
  t.equal(source, `${facilitator.url}/discovery/resources`);
  t.strictSame([added, leftOut], [5, 0]);
  const common = { currency: 'USDC', payment_address: payTo, network: 'base', chain: 'base' };
  const weather = {
    name: '天気予報',
    description: '明日の天気を返します。',
    category: 'weather-climate',
  };
  t.strictSame(await contents(database), [
    {
      name: 'api.example/1',
      description: 'Forecasts for any place. \n Hourly.',
      endpoint: address(1),
      category: 'uncategorized',
      ...common,
      price_per_request: '0.01',
    },
    { ...weather, endpoint: address(2), ...common, price_per_request: '0.0025' },
    {
      name: 'api.example/3',
      description: 'api.example/3',
      endpoint: address(3),
      category: 'uncategorized',
      currency: 'USDC',
      price_per_request: '0.000001',
      payment_address: solanaPayTo,
      network: 'solana',
      chain: 'solana',
    },
    { ...weather, endpoint: address(4), ...common, price_per_request: '0.0025' },
    {
      ...weather,
      endpoint: address(5),
      ...common,
      currency: 'JPYC',
      price_per_request: '1.5',
      network: 'polygon',
      chain: 'polygon',
    },
  ]);
});

t.test('a resource that cannot be mirrored is left out, counted and reported with its reason', async (t) => {
  const facilitator = await startFacilitator(t);
  const { env, database } = await emptyCatalog(t);
  const cases: [item: object, obstacle: string, detail: RegExp][] = [
    [{ type: 'http', accepts: [] }, 'form', /no resource/],
    [{ ...firstVersion(address(1)), accepts: [] }, 'form', /no way to pay/],
    [{ ...firstVersion(address(2)), type: 'mcp' }, 'type', /mcp/],
    [secondVersion(address(3), { scheme: 'upto' }), 'scheme', /upto/],
    [firstVersion(address(4), { network: 'nowhere' }), 'network', /nowhere/],
    [firstVersion(address(5), { asset: payTo }), 'asset', /0x2096.* is not known on base/],
    [firstVersion(address(6), { maxAmountRequired: '0.01' }), 'amount', /0\.01/],
    [firstVersion(address(7), { payTo: payTo.replace('C5', 'c5') }), 'registration', /checksum/],
    [firstVersion('ftp://files.example'), 'registration', /endpoint/],
  ];
  facilitator.items = [...cases.map(([item]) => item), secondVersion(address(9)), secondVersion(address(9))];
  const report = await shirubeJson(['mirror', facilitator.url], env);
  t.match(report, { read: 11, added: 1, repeated: 1, leftOut: 9 });
  t.strictSame(report.obstacles, {
    form: 2,
    type: 1,
    scheme: 1,
    network: 1,
    asset: 1,
    amount: 1,
    registration: 2,
  });
  for (const [place, [, obstacle, detail]] of cases.entries()) {
    t.match(report.leftOutResources[place], { obstacle, detail }, obstacle);
  }
  t.equal((await contents(database)).length, 1);
  const { code, stdout, stderr } = await shirube(['mirror', facilitator.url], env);
  t.equal(code, 0);
  t.match(stdout, /0 services added, 0 changed, 1 unchanged/);
  t.match(stdout, /^9 resources skipped:$/m);
  t.match(stdout, /2: not a valid registration/);
  t.match(stderr, /api.example\/4: the network nowhere is not known/);
});

t.test('a list that is mirrored again changes what has changed in it, and nothing else', async (t) => {
  const facilitator = await startFacilitator(t);
  const { env, database } = await emptyCatalog(t);
  t.match(await shirubeJson(['mirror', facilitator.url], env), { read: 0, added: 0 });
  await importServices(database, [registration({ name: 'The owner’s own', endpoint: 'https://API.example:443/3' })]);
  facilitator.items = Array.from({ length: 250 }, (_, n) => secondVersion(address(n)));
  facilitator.mostOnPage = 60;
  facilitator.requests = [];
  facilitator.overloaded = 1;
  t.match(await shirubeJson(['mirror', `${facilitator.url}/discovery/resources/`], env), {
    read: 250,
    added: 249,
    taken: 1,
  });
  t.strictSame(
    facilitator.requests,
    [0, 0, 60, 120, 180, 240].map((offset) => `/x402/discovery/resources?limit=100&offset=${offset}`),
    'pages of 100, or of as many as are given, and again when it was overloaded',
  );
  const before = await contents(database);
  t.match(await shirubeJson(['mirror', facilitator.url], env), { added: 0, changed: 0, unchanged: 249 });
  t.strictSame(await contents(database), before);

  facilitator.items[7] = secondVersion(address(7), { amount: '9000' });
  const { rows } = await database.query<{ id: string }>('select id from services where endpoint = $1', [address(8)]);
  await removeService(database, rows[0]?.id ?? '');
  facilitator.items.splice(100, 50);
  t.match(await shirubeJson(['mirror', facilitator.url], env), {
    read: 200,
    added: 0,
    changed: 1,
    unchanged: 197,
    removed: 1,
    taken: 1,
    unlisted: 50,
    pruned: false,
  });
  const changed = (await contents(database)).find(({ endpoint }) => endpoint === address(7));
  t.equal(changed?.price_per_request, '0.009');
  t.equal((await contents(database)).length, 249, 'what is listed no more stays until it is asked for');
  t.match(await shirubeJson(['mirror', facilitator.url, '--prune'], env), { unlisted: 50, pruned: true });
  t.equal((await contents(database)).length, 199);
  t.match(await shirubeJson(['mirror', facilitator.url], env), { unlisted: 0, added: 0, removed: 1 });

  const { id: owner } = await createAccount(database, { name: 'owner' });
  const handed = await database.query<{ id: string }>('select id from services where endpoint = $1', [address(9)]);
  await assignServices(
    database,
    owner,
    handed.rows.map(({ id }) => id),
  );
  for (const n of [9, 10]) facilitator.items[n] = secondVersion(address(n), { amount: '1' });
  t.match(await shirubeJson(['mirror', facilitator.url, '--prune'], env), { changed: 1, taken: 2 });
  const handedOver = (await contents(database)).find(({ endpoint }) => endpoint === address(9));
  t.equal(handedOver?.price_per_request, '0.0025', 'a service that was handed over is its owner’s alone');
});

t.test('an address without a list of resources is refused with a sentence', async (t) => {
  const facilitator = await startFacilitator(t);
  const { env } = await emptyCatalog(t);
  const refused = async (url: string, why: RegExp) => {
    const { code, stderr } = await shirube(['mirror', url], env);
    t.equal(code, 1, url);
    t.match(stderr, why);
  };
  await refused(facilitator.origin, /not a list of x402 resources: it answered 404/);
  await refused('ftp://files.example', /not an http or https address/);
});

t.test('one directory is mirrored into another through the discovery protocol', async (t) => {
  const { url, apiKey } = await startDirectory(t);
  const sent = [
    registration({ name: '東京天気 API', endpoint: 'https://a.example/x', category: 'weather' }),
    registration({
      name: 'Yen',
      endpoint: 'https://b.example',
      pricing: { currency: 'JPYC', pricePerRequest: '0.5' },
      x402Config: { paymentAddress: payTo, network: 'polygon' },
    }),
  ];
  await directoryClient(url, apiKey).registerAll(sent);
  const { env, database } = await emptyCatalog(t);
  t.match(await shirubeJson(['mirror', `${url}/discovery/resources`], env), {
    read: 2,
    added: 2,
    leftOut: 0,
  });
  const here = await contents(database);
  t.match(
    here.map(({ name, endpoint, category, price_per_request, network }) => [
      name,
      endpoint,
      category,
      price_per_request,
      network,
    ]),
    sent.map(({ name, endpoint, category, pricing, x402Config }) => [
      name,
      endpoint,
      category,
      pricing.pricePerRequest,
      x402Config.network,
    ]),
  );
  t.match(await shirubeJson(['mirror', url], env), { added: 0, unchanged: 2 });
  const { rows } = await database.query<{ id: string }>('select id from services limit 1');
  const { stdout } = await shirube(['services', 'show', rows[0]?.id ?? ''], env);
  t.match(stdout, `${url}/discovery/resources`, 'a service tells where it came from');
});

t.test('a page that does not end is read up to 32 MiB', async (t) => {
  const { env } = await emptyCatalog(t);
  const endless = 64 * 1024 * 1024;
  const sent: number[] = [];
  const server = createServer(async (_request, response) => {
    let length = 0;
    function* spaces() {
      for (const text = ' '.repeat(65_536); length < endless; length += text.length) yield text;
    }
    await pipeline(spaces, response).catch(() => {});
    sent.push(length);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const { code, stderr } = await shirube(['mirror', `http://127.0.0.1:${port}`], env);
  t.equal(code, 1);
  t.match(stderr, /sends more than 32 MiB in one response/);
  await until(() => sent.length > 0, { message: 'the connection is still there' });
  // Some more is on its way when the connection is closed.
  t.ok((sent[0] ?? endless) < 48 * 1024 * 1024, `${sent[0]} bytes were sent`);
});

t.test(
  'a resource that the database refuses, or that is not well-formed text, is left out and does not stop the others',
  async (t) => {
    const facilitator = await startFacilitator(t);
    const { env, database } = await emptyCatalog(t);
    facilitator.items = [secondVersion(address(1))];
    await shirubeJson(['mirror', facilitator.url], env);
    await database.query("alter table services add constraint as_a_test check (name <> 'Refused')");
    const refused = { serviceName: 'Refused' };
    facilitator.items = [
      secondVersion(address(1), {}, refused),
      secondVersion(address(2)),
      secondVersion(address(3), {}, refused),
      secondVersion(`${address(4)}/\ud800`),
      secondVersion(address(5)),
    ];
    const { added, leftOut, leftOutResources } = await shirubeJson(['mirror', facilitator.url], env);
    t.strictSame([added, leftOut], [2, 3]);
    t.match(leftOutResources, [
      { resource: `${address(4)}/\ud800`, detail: /^endpoint must not contain U\+0000 or an unpaired surrogate/ },
      { resource: address(1), detail: /^cannot be stored: .*as_a_test/ },
      { resource: address(3), detail: /^cannot be stored: .*as_a_test/ },
    ]);
    t.strictSame(
      (await contents(database)).map(({ endpoint }) => endpoint),
      [address(1), address(2), address(5)],
    );
  },
);
