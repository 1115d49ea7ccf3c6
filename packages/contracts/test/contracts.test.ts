import { readFile } from 'node:fs/promises';
import { waysToPay } from '@shirube/domain';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import {
  compileFaults,
  discoveryResource,
  openApiDocument,
  QueryText,
  readRegistration,
  type ServiceDetail,
  visibleDetails,
} from '../dist/index.js';
import { Text } from '../dist/text.js';

t.test('docs/openapi.json is the document that the services publish', async (t) => {
  const published = await readFile(new URL('../../../docs/openapi.json', import.meta.url), 'utf8');
  t.same(JSON.parse(published), openApiDocument(), 'run `npm run openapi` after a change of the contracts');
});

t.test('every schema that the document refers to is in it', async (t) => {
  const document = openApiDocument();
  const references = JSON.stringify(document).match(/#\/components\/schemas\/\w+/g) ?? [];
  t.ok(references.length > 0);
  for (const reference of new Set(references)) {
    const name = reference.split('/').at(-1) ?? '';
    t.ok(name in document.components.schemas, name);
  }
});

t.test('every request and every response has an example that its schema allows', async (t) => {
  const document = openApiDocument();
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'document');
  const ids = new Set<unknown>();
  const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
  function check(place: readonly string[], content: object): void {
    for (const [type, { example }] of Object.entries<{ example?: unknown }>({ ...content })) {
      // Described in words.
      if (type === 'application/x-ndjson') continue;
      const name = [...place, type].join(' ');
      const fits = ajv.compile({ $ref: `document#/${[...place, type, 'schema'].map(escaped).join('/')}` });
      t.ok(example !== undefined && fits(example), `${name} ${ajv.errorsText(fits.errors)}`);
    }
  }
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { operationId, requestBody, responses } = Object(operation);
      ids.add(operationId);
      if (requestBody) check(['paths', path, method, 'requestBody', 'content'], requestBody.content);
      for (const [status, { content }] of Object.entries<{ content?: object }>(responses))
        if (content) check(['paths', path, method, 'responses', status, 'content'], content);
    }
  }
  t.equal(ids.size, Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length, 'each has a name');
});

const name = Text({ minLength: 1, maxLength: 5 });
const faultsOf = compileFaults(name);
const message = (value: unknown) => faultsOf(value)?.faults[0]?.message;

t.test('a text that is refused is refused with the reason', async (t) => {
  t.equal(message(7), 'must be a string of 1 to 5 characters');
  t.equal(message(' \n'), 'must be a string of 1 to 5 characters; this one is blank');
  t.match(message('123456'), /this one has 6$/);
  t.match(message('a\u0007'), /contains the control character U\+0007$/);
  t.match(message('a\u202eb'), /contains U\+202E, a bidirectional control character$/);
  t.match(message('\ud800'), /unpaired surrogate/);
  for (const unseen of ['\u200b', '\u3164', '\u2800', '\u00ad \u034f', '\u{e0041}', '\ufe0f']) {
    t.match(message(unseen), /has no visible characters$/, JSON.stringify(unseen));
  }
  for (const fine of ['x', '字', '👩‍👧', 'a\u200b', 'ab\u200f', ' abcde ', '\tx\n']) {
    t.equal(message(fine), undefined, JSON.stringify(fine));
  }
});

t.test('the published pattern of a text refuses the same characters as validation', async (t) => {
  const pattern = new RegExp(String(name.openApiPattern), 'u');
  for (let point = 0; point <= 0x10ffff; point += point < 0x3100 || point >= 0xe0000 ? 1 : 7) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    const text = String.fromCodePoint(point);
    if (pattern.test(text) !== (faultsOf(text) === undefined)) t.fail(`U+${point.toString(16)} alone`);
    if (pattern.test(`a${text}`) !== (faultsOf(`a${text}`) === undefined)) t.fail(`U+${point.toString(16)}`);
  }
  t.notOk(/"(expected|openApiPattern|allows\w+)"/.test(JSON.stringify(openApiDocument())), 'no words of our own');
});

t.test('a text that may be empty has a pattern that allows it', async (t) => {
  const comment = Text({ minLength: 0, maxLength: 5, allowsInvisible: true });
  t.equal(compileFaults(comment)(''), undefined);
  t.match('', new RegExp(String(comment.openApiPattern), 'u'));
});

t.test('a query may contain bidirectional control characters, which nobody else sees', async (t) => {
  t.equal(compileFaults(QueryText)('a\u202cb'), undefined);
  t.match('a\u202cb', new RegExp(String(QueryText.openApiPattern), 'u'));
});

t.test('an endpoint must have a visible host', async (t) => {
  const faults = (endpoint: string) => {
    const read = readRegistration({ endpoint });
    return 'faults' in read ? read.faults.filter(({ path }) => path === 'endpoint').length : 0;
  };
  for (const bad of ['https:///x', 'https://', 'https://?x', 'https:\\\\x', 'https://a\u200bb', 'https:// x'])
    t.equal(faults(bad), 1, bad);
  for (const good of ['https://例え.jp/天気', 'http://localhost:3000', 'HTTPS://example.com/?q=%20'])
    t.equal(faults(good), 0, good);
});

const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C';
const usdcOnBase = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const way = (network: string, asset: string, amount: string) => ({ scheme: 'exact', network, asset, amount, payTo });
const accepts = [
  way('eip155:8453', usdcOnBase.toLowerCase(), '10000'),
  way('eip155:137', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', '9000'),
  way('eip155:84532', '0x036CbD53842c5426634e7929541eC2318f3dCF7e', '1'),
];
const service: ServiceDetail = {
  id: '01990000-0000-7000-8000-000000000001',
  name: 'Tides',
  description: 'Of every harbour',
  endpoint: 'https://api.example.com/tides',
  category: 'sea',
  pricing: { currency: 'USDC', pricePerRequest: '0.01' },
  x402Config: { paymentAddress: payTo, network: 'base' },
  trustScore: 0,
  status: 'unverified',
  supportedChains: ['base'],
  createdAt: '2026-01-15T09:30:00.000Z',
  updatedAt: '2026-01-15T09:30:00.000Z',
  accepts,
};

t.test('the discovery protocol lists every way to pay, the registered one first and once', async (t) => {
  t.match(discoveryResource(service).accepts, [
    { network: 'eip155:8453', asset: usdcOnBase, amount: '10000', extra: { name: 'USD Coin' } },
    { network: 'eip155:137', amount: '9000', extra: { name: 'USD Coin' } },
    { network: 'eip155:84532', amount: '1' },
  ]);
  t.equal(discoveryResource(service).accepts.length, 3);
});

t.test('an offer on a test network is marked, and is not compared with real prices', async (t) => {
  t.match(visibleDetails(null, { accepts }, { network: 'base', endpoint: 'https://api.example' }).accepts, [
    { price: '0.01', currency: 'USDC', testnet: undefined },
    { price: '0.009', currency: 'USDC', testnet: undefined },
    { price: '0.000001', currency: 'USDC', testnet: true },
  ]);
  const registered = { currency: 'USDC', price: '0.01' };
  t.match(waysToPay({ ...registered, network: 'base' }, accepts), {
    chains: ['base', 'polygon', 'base-sepolia'],
    offers: [
      { chain: 'base', currency: 'usdc', price: 0.01 },
      { chain: 'base', price: 0.01 },
      { chain: 'polygon', price: 0.009 },
    ],
  });
  t.match(waysToPay({ ...registered, network: 'base-sepolia' }, accepts), {
    offers: [
      { chain: 'base-sepolia', price: 0.01 },
      { chain: 'base-sepolia', price: 0.000001 },
    ],
  });
  t.equal(
    waysToPay({ ...registered, network: 'base' }, accepts.slice(0, 1)).offers,
    undefined,
    'the registered way only',
  );
});
