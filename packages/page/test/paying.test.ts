import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Call, ServiceDetail, StatusRecord, Trust } from '@shirube/contracts';
import { snippets } from '@shirube/domain/snippets';
import { directoryClient, registration, startDirectory, wallet } from '@shirube/testing';
import { transform } from 'esbuild';
import t from 'tap';
import { otherOffers, PRIVATE_KEY, startCheat, startSeller } from './seller.js';

const run = promisify(execFile);
const nasty = `it's "nice" \\ $(id) \`id\` 東京 \${x} {y}`;
const call: Call = {
  type: 'http',
  method: 'POST',
  pathParams: { type: 'object', required: ['place'], properties: { place: { default: 'a/b' } } },
  queryParams: { type: 'object', properties: { units: { enum: ['metric', 'imperial'] } }, required: ['units'] },
  headers: { type: 'object' },
  body: { type: 'object' },
  examples: { headers: { 'x-note': 'n' }, body: { city: nasty, days: 2, hourly: true, none: null } },
};
const expected = { place: 'a/b', units: 'metric', note: 'n', body: { city: nasty, days: 2, hourly: true, none: null } };

const service = (endpoint: string, changes: Partial<ServiceDetail> = {}): ServiceDetail => ({
  ...registration({ endpoint }),
  id: '',
  trustScore: 0,
  status: 'unverified',
  supportedChains: ['base'],
  createdAt: '',
  updatedAt: '',
  ...changes,
});
const textOf = (of: ServiceDetail, name: string): string =>
  snippets(of).find((snippet) => snippet.name === name)?.text ?? '';

interface Outcome {
  stdout: string;
  stderr: string;
}

const env = { ...process.env, PRIVATE_KEY };
// Inside the package, so that the imports of scripts resolve.
const folder = await mkdtemp(fileURLToPath(new URL('../dist-test/paying-', import.meta.url)));
t.teardown(() => rm(folder, { recursive: true }));

let scriptCount = 0;
async function writeScript(text: string): Promise<string> {
  scriptCount += 1;
  const file = join(folder, `script-${scriptCount}.mjs`);
  await writeFile(file, (await transform(text, { loader: 'ts', format: 'esm' })).code);
  return file;
}

/** Imports the scripts that its arguments name, one after the other, and prints their outcomes. */
const importAll = `
  import { format, inspect } from 'node:util';
  const print = console.log;
  const outcomes = [];
  for (const script of process.argv.slice(1)) {
    const outcome = { stdout: '', stderr: '' };
    console.log = (...values) => (outcome.stdout += format(...values) + '\\n');
    await import(script).catch((error) => (outcome.stderr = inspect(error)));
    outcomes.push(outcome);
  }
  print(JSON.stringify(outcomes));`;

/** Runs scripts of a language. */
const runs = {
  // In one process, because the libraries take a second to load.
  TypeScript: async (texts: readonly string[]): Promise<Outcome[]> => {
    const files = await Promise.all(texts.map(writeScript));
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', importAll, ...files], { env });
    return JSON.parse(stdout);
  },
  Python: (texts: readonly string[]): Promise<Outcome[]> =>
    Promise.all(
      texts.map((text) => run('python3', ['-c', text], { env }).catch(({ stdout, stderr }) => ({ stdout, stderr }))),
    ),
};
const hasPython = await run('python3', ['-c', 'import x402.http.clients, eth_account']).then(
  () => true,
  () => false,
);
const languages = [
  {
    language: 'TypeScript',
    signer: ['ExactEvmScheme(account)', 'ExactEvmScheme({ ...account, signTypedData: null })'],
  },
  { language: 'Python', signer: ['EthAccountSigner(', 'type("S", (EthAccountSigner,), {"sign_typed_data": None})('] },
] as const;

t.test('the snippets of a service call a real seller with its examples', async (t) => {
  const seller = await startSeller(t);
  const described = service(`${seller.url}/forecast/{place}`, { call });
  const plain = service(`${seller.url}/plain`);

  await t.test('the curl snippet gets the challenge', async (t) => {
    for (const one of [described, plain]) {
      const { stdout } = await run('sh', ['-c', textOf(one, 'curl')]);
      t.match(stdout, /^HTTP\/1.1 402/);
      t.match(stdout, /^payment-required: /im);
    }
  });

  for (const { language } of languages)
    await t.test(`the ${language} snippet pays and gets the response`, async (t) => {
      if (language === 'Python' && !hasPython) return t.pass(language, { skip: 'the package x402 is not installed' });
      const before = seller.paid.length;
      const outcomes = await runs[language]([described, plain].map((one) => textOf(one, language)));
      for (const [index, response] of [expected, { plain: true }].entries()) {
        const { stdout = '', stderr = '' } = outcomes[index] ?? {};
        t.match(stdout, /^200 /, stderr);
        t.strictSame(JSON.parse(stdout.slice(4)), response);
      }
      t.equal(seller.paid.length, before + 2);
    });
});

t.test('a seller that asks for something else than is listed is refused before anything is signed', async (t) => {
  const cheat = await startCheat(t);
  const differences = {
    price: 'amount 10001 instead of 10000',
    fortune: 'amount 999000000 instead of 10000',
    payee: `payTo ${otherOffers.payee.payTo} instead of ${wallet}`,
    asset: `asset ${otherOffers.asset.asset} instead of 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`,
    network: 'network eip155:137 instead of eip155:8453',
    chain: /No (network\/scheme registered .*solana:|payment requirements match registered schemes)/,
  } satisfies Record<keyof typeof otherOffers, string | RegExp>;
  for (const { language, signer } of languages)
    await t.test(`the ${language} snippet signs only an offer as listed`, async (t) => {
      if (language === 'Python' && !hasPython) return t.pass(language, { skip: 'the package x402 is not installed' });
      const before = cheat.signatures.length;
      const textAt = (offer: string) => textOf(service(`${cheat.url}/${offer}`), language);
      const withoutSigner = (offer: string) => {
        t.match(textAt(offer), signer[0]);
        return textAt(offer).replace(signer[0], signer[1]);
      };
      const offers = Object.entries(differences);
      const outcomes = await runs[language]([...offers.map(([offer]) => offer), 'choice'].map(withoutSigner));
      for (const [index, [offer, difference]] of offers.entries()) t.match(outcomes[index]?.stderr, difference, offer);
      t.match(outcomes.at(-1)?.stderr, /signTypedData|not callable/, 'a listed offer would be signed');
      t.equal(cheat.signatures.length, before);
      const [{ stdout } = { stdout: '' }] = await runs[language]([textAt('choice')]);
      t.match(stdout, /^200 /, 'of several offers, the listed one is paid');
      const { accepted } = JSON.parse(Buffer.from(cheat.signatures.at(-1) ?? '', 'base64').toString());
      t.match(accepted, { amount: '10000', payTo: wallet, network: 'eip155:8453' });
    });
});

t.test('a snippet says that the method is not known instead of assuming one silently', async (t) => {
  const known = service('https://x.example', { call: { type: 'http', method: 'GET' } });
  for (const name of ['curl', 'TypeScript', 'Python']) {
    t.match(textOf(service('https://x.example'), name), /(#|\/\/) The method of this service is not known/);
    t.notMatch(textOf(known, name), /not known/);
  }
});

t.test('the MCP snippet of a tool connects to its own server', async (t) => {
  const tool = service('https://tools.example/mcp', { call: { type: 'mcp', toolName: 'measure', transport: 'sse' } });
  t.strictSame(JSON.parse(textOf(tool, 'MCP')), {
    mcpServers: { measure: { type: 'sse', url: 'https://tools.example/mcp' } },
  });
  t.equal(textOf(tool, 'curl'), '');
  t.equal(textOf(service('https://x.example'), 'MCP'), '', 'other services are not called over MCP');
});

t.test('a service that scripts cannot pay, or whose price they cannot verify, has the curl snippet only', async (t) => {
  const onSolana = { x402Config: { paymentAddress: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', network: 'solana' } };
  const unknownCoin = { pricing: { currency: 'ABC', pricePerRequest: '1' } };
  for (const changes of [onSolana, unknownCoin])
    t.strictSame(
      snippets(service('https://x.example', changes)).map(({ name }) => name),
      ['curl'],
    );
});

t.test('the guide leads an agent from a question to a paid response, which is counted', async (t) => {
  const seller = await startSeller(t);
  const { url: DIRECTORY, apiKey } = await startDirectory(t, { MONITOR: 'off' });
  const directory = directoryClient(DIRECTORY, apiKey);
  const [service] = await directory.registerAll([
    registration({
      name: 'City Weather',
      description: 'Weather forecast for any city.',
      category: 'weather',
      endpoint: `${seller.url}/plain`,
      pricing: { currency: 'USDC', pricePerRequest: '0.01' },
      call: { type: 'http', method: 'GET', examples: { queryParams: { city: 'Tokyo' } } },
    }),
  ]);

  const guide = await readFile(new URL('../../../docs/guides/pay-a-service.md', import.meta.url), 'utf8');
  const [, script = ''] = /```ts\n(.*?)```/s.exec(guide) ?? [];
  const file = await writeScript(script);
  const agent = () => run(process.execPath, [file], { env: { ...process.env, DIRECTORY, PRIVATE_KEY } });
  t.equal((await agent()).stdout.trim(), '200 {"plain":true,"city":"Tokyo"}');
  t.equal(seller.paid.length, 1);

  const settlements = seller.paid.map(({ paymentPayload, paymentRequirements: { payTo, asset, amount } }) => ({
    network: 'base',
    transaction: `0x${'a'.repeat(64)}`,
    payTo,
    payer: paymentPayload.payload.authorization.from,
    asset,
    amount,
    resource: `${seller.url}/plain`,
    settledAt: new Date().toISOString(),
  }));
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const report = { method: 'POST', headers, body: JSON.stringify(settlements) };
  t.match((await directory.request('/api/settlements', report)).body, { matched: 1, rejected: { length: 0 } });
  const fresh = { 'cache-control': 'no-cache' };
  const { body } = await directory.get<StatusRecord>(`/api/services/${service?.id}/status`, fresh);
  t.match(body, { txCount: 1, totalRevenue: 0.01 });
  const trust = await directory.get<Trust>(`/api/services/${service?.id}/trust`, fresh);
  t.match(trust.body.parts.settlements.facts, { payers: 1, returning: 0 });

  await directory.request(`/api/services/${service?.id}`, {
    method: 'PATCH',
    headers: { ...headers, prefer: 'wait=20' },
    body: JSON.stringify({ pricing: { currency: 'USDC', pricePerRequest: '0.001' } }),
  });
  await t.rejects(agent(), /it asks for something else/, 'who asks for more than is registered is not paid');
  t.equal(seller.paid.length, 1);
});
