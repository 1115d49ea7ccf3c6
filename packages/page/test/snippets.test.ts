import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Call, ServiceDetail } from '@shirube/contracts';
import { snippets } from '@shirube/domain/snippets';
import { registration, wallet } from '@shirube/testing';
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

/** Runs a script of each language, inside the package, so that its imports resolve. */
const env = { ...process.env, PRIVATE_KEY };
const folder = await mkdtemp(fileURLToPath(new URL('../dist-test/snippets-', import.meta.url)));
t.teardown(() => rm(folder, { recursive: true }));
const runs = {
  TypeScript: async (text: string) => {
    const file = join(folder, 'snippet.mjs');
    await writeFile(file, (await transform(text, { loader: 'ts', format: 'esm' })).code);
    return run(process.execPath, [file], { env });
  },
  Python: (text: string) => run('python3', ['-c', text], { env }),
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

t.test('what the page has to paste calls a real seller with the examples of the service', async (t) => {
  const seller = await startSeller(t);
  const described = service(`${seller.url}/forecast/{place}`, { call });
  const plain = service(`${seller.url}/plain`);

  await t.test('curl gets the challenge', async (t) => {
    for (const one of [described, plain]) {
      const { stdout } = await run('sh', ['-c', textOf(one, 'curl')]);
      t.match(stdout, /^HTTP\/1.1 402/);
      t.match(stdout, /^payment-required: /im);
    }
  });

  for (const { language } of languages)
    await t.test(`${language} pays and gets the answer`, async (t) => {
      if (language === 'Python' && !hasPython) return t.pass(language, { skip: 'the package x402 is not installed' });
      const before = seller.paid.length;
      for (const [one, answer] of [
        [described, expected],
        [plain, { plain: true }],
      ] as const) {
        const { stdout } = await runs[language](textOf(one, language));
        t.match(stdout, /^200 /);
        t.strictSame(JSON.parse(stdout.slice(4)), answer);
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
    await t.test(language, async (t) => {
      if (language === 'Python' && !hasPython) return t.pass(language, { skip: 'the package x402 is not installed' });
      const before = cheat.signatures.length;
      const textAt = (offer: string) => textOf(service(`${cheat.url}/${offer}`), language);
      // With a signer that cannot sign.
      const attempt = (offer: string) => runs[language](textAt(offer).replace(signer[0], signer[1]));
      for (const [offer, difference] of Object.entries(differences)) {
        const error = await attempt(offer).then(
          () => ({ stderr: 'paid' }),
          (reason: { stderr: string }) => reason,
        );
        t.match(error.stderr, difference, offer);
      }
      await t.rejects(attempt('choice'), /signTypedData|not callable/);
      t.equal(cheat.signatures.length, before);
      const { stdout } = await runs[language](textAt('choice'));
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

t.test('a tool is connected to at its own server', async (t) => {
  const tool = service('https://tools.example/mcp', { call: { type: 'mcp', toolName: 'measure', transport: 'sse' } });
  t.strictSame(JSON.parse(textOf(tool, 'MCP')), {
    mcpServers: { measure: { type: 'sse', url: 'https://tools.example/mcp' } },
  });
  t.equal(textOf(tool, 'curl'), '');
  t.equal(textOf(service('https://x.example'), 'MCP'), '', 'other services are not called over MCP');
});

t.test('scripts that could not pay, or could not tell what they pay, are not offered', async (t) => {
  const onSolana = { x402Config: { paymentAddress: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', network: 'solana' } };
  const unknownCoin = { pricing: { currency: 'ABC', pricePerRequest: '1' } };
  for (const changes of [onSolana, unknownCoin])
    t.strictSame(
      snippets(service('https://x.example', changes)).map(({ name }) => name),
      ['curl'],
    );
});
