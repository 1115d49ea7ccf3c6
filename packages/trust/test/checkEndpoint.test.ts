import { gzipSync } from 'node:zlib';
import { createGuardedRequest, type GuardedRequest } from '@shirube/outbound';
import { solanaWallet, wallet } from '@shirube/testing';
import { encodePaymentRequiredHeader } from '@x402/core/http';
import t from 'tap';
import { checkEndpoint, isTemplate } from '../dist/monitor/checkEndpoint.js';
import { compareTerms, type DeclaredTerms } from '../dist/monitor/compareTerms.js';
import { type Offer, readChallenge } from '../dist/monitor/readChallenge.js';
import { base, challengeV1, serveHost, startSeller, usdc } from './sellers.js';

// A busy machine must not fail the test, so only hosts that never respond get a short timeout.
const patience = { connectMs: 60_000, headersMs: 60_000, bodyMs: 60_000, totalMs: 120_000 };
const rules = { allowPrivate: true, isAllowedPort: () => true, ...patience };
const patient = createGuardedRequest(rules);
const impatient = createGuardedRequest({ ...rules, headersMs: 100 });
const declared = { network: 'base', payTo: wallet, price: '0.01', currency: 'USDC' };
const other = '0x036CbD53842c5426634e7929541eC2318f3dCF7e';

async function check(
  endpoint: string,
  changes: Partial<typeof declared> = {},
  method?: string,
  request: GuardedRequest = patient,
) {
  const { check: result, optedOut } = await checkEndpoint({
    request,
    userAgent: 'test',
    endpoint,
    declared: { ...declared, ...changes },
    method,
  });
  return { ...result, optedOut };
}

t.test('sellers of version 2 are checked by GET, by POST, and as they declare', async (t) => {
  const seller = await startSeller(t);
  const observed = { network: base, payTo: wallet, price: '0.01', currency: 'USDC', asset: usdc };
  const ok = { verdict: 'ok', httpStatus: 402, observed };
  t.match(await check(`${seller.url}/get`), { ...ok, method: 'GET', declared });
  t.same(seller.requests, ['GET /get'], 'once');
  t.match(await check(`${seller.url}/post`), { ...ok, method: 'POST' });
  t.match(await check(`${seller.url}/declared`), { ...ok, method: 'POST' });
  seller.requests.length = 0;
  t.match(await check(`${seller.url}/post`, {}, 'POST'), { ...ok, method: 'POST' });
  t.same(seller.requests, ['POST /post'], 'who has answered POST is asked so at once');

  t.match(await check(`${seller.url}/get`, { price: '0.02' }), { verdict: 'ok' }, 'it may be cheaper');
  t.match(await check(`${seller.url}/get`, { price: '0.009' }), { verdict: 'wrong_price', observed });
  t.match(await check(`${seller.url}/get`, { payTo: other }), { verdict: 'wrong_address', observed });
  t.match(await check(`${seller.url}/get`, { network: 'polygon' }), { verdict: 'wrong_network', observed });
  t.match(await check(`${seller.url}/get`, { network: 'EIP155:8453', payTo: wallet.toLowerCase() }), ok);
  const euros = await check(`${seller.url}/get`, { currency: 'EURC', price: '0.001' });
  t.match(euros, { verdict: 'wrong_asset', detail: 'other_currency' }, 'other money is not what is registered');
  t.notOk(euros.observed.price);
});

t.test('the challenge of a seller of version 1 is read from its body', async (t) => {
  let body = challengeV1();
  let packed = false;
  const seller = await serveHost(t, (_request, response) => {
    response.writeHead(402, packed ? { 'content-encoding': 'gzip' } : {}).end(packed ? gzipSync(body) : body);
  });
  const ok = { verdict: 'ok', observed: { price: '0.01', network: base, payTo: wallet } };
  t.match(await check(seller.url), { ...ok, method: 'GET' });
  packed = true;
  t.match(await check(seller.url), ok, 'packed though nobody asked for it');
  packed = false;
  body = challengeV1({ maxAmountRequired: '10001' });
  t.match(await check(seller.url), { verdict: 'wrong_price', observed: { price: '0.010001' } });
  body = challengeV1({ asset: other, maxAmountRequired: '999999999999' });
  const unknown = await check(seller.url);
  t.match(unknown, { verdict: 'wrong_asset', detail: 'unknown_asset' }, 'nor is a coin that nobody knows');
  t.notOk(unknown.observed.price);
  body = challengeV1({ network: 'base-sepolia' });
  t.match(await check(seller.url), { verdict: 'wrong_network' });
});

t.test('a response that is no valid challenge has a verdict that says why', async (t) => {
  const big = `{"x402Version":1,"accepts":[],"x":"${'a'.repeat(100_000)}"}`;
  const host = await serveHost(t, (request, response) => {
    const [, get = '', post = get] = (request.url ?? '').split('/');
    const status = Number(request.method === 'GET' ? get : post) || 402;
    if (get === 'rubbish') return void response.writeHead(402).end('<html>');
    if (get === 'header') return void response.writeHead(402, { 'payment-required': '%%%' }).end();
    if (get === 'empty') return void response.writeHead(402).end('{"x402Version":1,"accepts":[]}');
    if (get === 'big') return void response.writeHead(402).end(big);
    if (get === 'bomb') {
      return void response.writeHead(402, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(9_000_000)));
    }
    if (get === 'leave') return void response.writeHead(402, { 'shirube-monitor': 'no' }).end(challengeV1());
    if (get === 'loop') return void response.writeHead(302, { location: '/loop' }).end();
    if (get === 'meta') return void response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    if (get === 'mapped') return void response.writeHead(302, { location: 'http://[::ffff:127.0.0.1]/' }).end();
    if (get === 'put' && request.method !== 'PUT') return void response.writeHead(405, { allow: 'PUT' }).end();
    if (get === 'hang') return;
    response.writeHead(status).end(status === 402 ? challengeV1() : 'hello');
  });
  const verdict = async (path: string) => {
    const { verdict: found, detail, method } = await check(`${host.url}${path}`);
    return [found, detail, method].filter((part) => part !== undefined).join(' ');
  };
  const table: [string, string][] = [
    ['/200', 'no_challenge GET'],
    ['/404/200', 'no_challenge POST'],
    ['/404/402', 'ok POST'],
    ['/200/402', 'ok POST'],
    ['/400/422', 'no_challenge GET'],
    ['/404', 'not_found GET'],
    ['/405', 'method_not_allowed GET'],
    ['/404/405', 'method_not_allowed POST'],
    ['/put', 'ok PUT'],
    ['/401', 'blocked GET'],
    ['/403', 'blocked GET'],
    ['/429', 'blocked GET'],
    ['/500', 'server_error GET'],
    ['/rubbish', 'bad_challenge GET'],
    ['/header', 'bad_challenge GET'],
    ['/empty', 'bad_challenge GET'],
    ['/big', 'bad_challenge body_too_large GET'],
    ['/bomb', 'bad_challenge body_too_large GET'],
    ['/loop', 'server_error too_many_redirects'],
    ['/meta', 'redirected GET'],
    ['/mapped', 'redirected GET'],
  ];
  for (const [path, expected] of table) t.equal(await verdict(path), expected, path);
  const hanging = await check(`${host.url}/hang`, {}, undefined, impatient);
  t.match(hanging, { verdict: 'timeout', detail: 'headers' });
  t.match(await check(`${host.url}/leave`), { optedOut: true });
  host.requests.length = 0;
  await check(`${host.url}/429`);
  t.same(host.requests, ['GET /429'], 'who says that it is enough is not asked again');

  host.requests.length = 0;
  for (const path of ['/{id}', '/users/:id', '/<city>', '/%7Bid%7D', '/?q={q}']) {
    t.ok(isTemplate(`https://a.example${path}`), path);
    t.match(await check(`${host.url}${path}`), { verdict: 'template_url', method: undefined });
  }
  t.notOk(isTemplate('https://a.example:8443/v1/users?at=12:30'));
  t.same(host.requests, [], 'placeholders are never asked');
  t.match(await check('http://127.0.0.1:1/'), { verdict: 'refused', detail: 'no_connection' });
});

const header = encodePaymentRequiredHeader({
  x402Version: 2,
  error: 'pay',
  resource: { url: 'https://a.example/', description: 'A', mimeType: 'text/plain' },
  accepts: [
    {
      scheme: 'exact',
      network: base,
      amount: '9000',
      asset: usdc,
      payTo: wallet,
      maxTimeoutSeconds: 60,
      extra: {},
    },
  ],
});

t.test('a header that is a challenge counts, whatever the body is', async (t) => {
  const host = await serveHost(t, (_request, response) => {
    response.writeHead(402, { 'payment-required': header });
    const more = () => {
      while (!response.destroyed && response.write('a'.repeat(10_000)));
    };
    response.on('drain', more);
    more();
  });
  t.match(await check(host.url), { verdict: 'ok', observed: { price: '0.009' } });
});

t.test('a body that is a challenge counts beside a header: clients of version 1 read it', async (t) => {
  let payTo = wallet;
  const host = await serveHost(t, (_request, response) => {
    response.writeHead(402, { 'payment-required': header }).end(challengeV1({ payTo }));
  });
  t.match(await check(host.url), { verdict: 'ok' });
  payTo = other;
  t.match(await check(host.url), { verdict: 'wrong_address', observed: { payTo: other } });
});

t.test('an offer that is in both header and body is one offer', async (t) => {
  const body = Buffer.from(header, 'base64');
  t.equal(readChallenge({ headers: { 'payment-required': header }, body })?.offers.length, 1);
});

t.test('a redirect to another host is not followed, and within a host it is', async (t) => {
  const victim = await serveHost(t, (_request, response) => {
    response.writeHead(402, { 'shirube-monitor': 'no' }).end(challengeV1());
  });
  const own = await serveHost(t, (request, response) => {
    const path = request.url ?? '';
    if (path === '/moved') return void response.writeHead(302, { location: '/here' }).end();
    if (path === '/here') return void response.writeHead(402).end(challengeV1());
    if (path === '/docs' && request.method === 'POST') return void response.writeHead(402).end(challengeV1());
    if (path === '/breaks' && request.method === 'POST') return void request.socket.destroy();
    const leave = path === '/leave' ? { 'shirube-monitor': 'no' } : {};
    response.writeHead(307, { location: `${victim.url}/api`, ...leave }).end();
  });
  const redirected = {
    verdict: 'redirected',
    httpStatus: 307,
    leadsTo: `${victim.url}/api`,
    observed: {},
    optedOut: false,
  };
  t.match(await check(`${own.url}/`), redirected);
  t.match(await check(`${own.url}/breaks`), redirected);
  t.match(await check(`${own.url}/leave`), { optedOut: true }, 'a host may say so with a redirect');
  t.same(victim.requests, [], 'and the other host is not asked for it');
  t.match(await check(`${own.url}/moved`), { verdict: 'ok' }, 'within a host it may lead on');
  t.match(await check(`${own.url}/docs`), { verdict: 'ok', method: 'POST' }, 'who asks for payment itself');
});

const eurc = '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42';
const weth = '0x4200000000000000000000000000000000000006';
const offer = (changes: Partial<Offer> = {}): Offer => ({
  scheme: 'exact',
  network: base,
  payTo: wallet,
  asset: usdc,
  amount: '10000',
  ...changes,
});
const polygon = { network: 'eip155:137', asset: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359' };
const solana = {
  network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  payTo: solanaWallet,
};

const offered: [what: string, offers: Offer[], expected: string, declared?: Partial<DeclaredTerms>][] = [
  ['what is registered', [offer()], 'ok'],
  ['less', [offer({ amount: '1' })], 'ok'],
  ['more', [offer({ amount: '10001' })], 'wrong_price'],
  ['another wallet', [offer({ payTo: other })], 'wrong_address'],
  ['a coin that is not known', [offer({ asset: weth, amount: `1${'0'.repeat(18)}` })], 'wrong_asset unknown_asset'],
  ['other money', [offer({ asset: eurc })], 'wrong_asset other_currency'],
  ['no number', [offer({ amount: '0.01' })], 'bad_challenge bad_amount'],
  ['nothing', [], 'bad_challenge no_offer'],
  ['a scheme that nobody knows', [offer({ scheme: 'nonsense' })], 'bad_challenge unknown_scheme'],
  ['the most that it may cost', [offer({ scheme: 'upto' })], 'ok'],
  ['another network', [offer(polygon)], 'wrong_network'],

  // Decoys beside a matching offer.
  ['another wallet beside', [offer({ payTo: other, amount: '1000000' }), offer()], 'wrong_address'],
  ['another wallet after', [offer(), offer({ payTo: other })], 'wrong_address'],
  [
    'another wallet, and the right one in a scheme that nobody knows',
    [offer({ payTo: other, amount: '1000000' }), offer({ scheme: 'nonsense' })],
    'wrong_address',
  ],
  ['another wallet in such a scheme', [offer(), offer({ scheme: 'nonsense', payTo: other })], 'wrong_address'],
  ['such a scheme, to the right wallet', [offer(), offer({ scheme: 'nonsense', amount: '99999' })], 'ok'],
  ['a dearer offer beside', [offer(), offer({ scheme: 'upto', amount: '20000' })], 'wrong_price'],
  ['a coin that is not known beside', [offer(), offer({ asset: weth })], 'wrong_asset unknown_asset'],

  // Several networks.
  ['another network with the same wallet', [offer(polygon), offer()], 'ok'],
  ['another network with another wallet', [offer(), offer({ ...polygon, payTo: other })], 'wrong_address'],
  ['another network that is dearer', [offer(), offer({ ...polygon, amount: '10001' })], 'wrong_price'],
  [
    'another network in a coin that is not known',
    [offer(), offer({ ...polygon, asset: weth })],
    'wrong_asset unknown_asset',
  ],
  ['addresses of another kind', [offer(), offer(solana)], 'ok'],
  ['addresses of another kind, dearer', [offer(solana), offer({ ...solana, amount: '10001' }), offer()], 'wrong_price'],
  ['only addresses of another kind', [offer(solana)], 'wrong_network'],
  ['the registered network only as nobody can pay it', [offer(polygon), offer({ scheme: 'x' })], 'wrong_network'],
  ['a network that is a word of every object', [offer({ network: 'constructor' })], 'wrong_network'],

  // No dollar coin is known on BNB Chain, so the offer neither proves nor contradicts anything.
  [
    'a network without known coins',
    [offer({ network: 'eip155:56', asset: weth })],
    'ok unknown_asset',
    { network: 'bsc' },
  ],
  [
    'such a network, another wallet',
    [offer({ network: 'eip155:56', asset: weth, payTo: other })],
    'wrong_address',
    { network: 'bsc' },
  ],
  [
    'addresses of a kind that is not known here',
    [offer({ network: 'stellar:pubnet', payTo: 'GAAAAAAA' }), offer({ network: 'stellar:testnet', payTo: 'GBBBBBBB' })],
    'wrong_address',
    { network: 'stellar', payTo: 'GAAAAAAA' },
  ],
];

t.test('every offer of an endpoint is compared with the registered terms', async (t) => {
  for (const [what, offers, expected, changes] of offered) {
    const { verdict, detail } = compareTerms({ ...declared, ...changes }, offers);
    t.equal([verdict, detail].filter(Boolean).join(' '), expected, what);
  }
});

t.test('the evidence is the offer that differs, with its price if it can be compared', async (t) => {
  const dear = offer({ ...polygon, amount: '20000' });
  t.match(compareTerms(declared, [offer(), dear]).observed, { network: polygon.network, price: '0.02' });
  t.notOk('price' in compareTerms(declared, [offer({ asset: eurc })]).observed);
  t.match(compareTerms(declared, [offer(solana), offer({ amount: '9000' })]).observed, {
    network: base,
    price: '0.009',
    currency: 'USDC',
  });
});
