import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Call, ServiceDetail } from '@shirube/contracts';
import { snippets } from '@shirube/domain/snippets';
import { registration } from '@shirube/testing';
import { transform } from 'esbuild';
import t from 'tap';
import { PRIVATE_KEY, startSeller } from './seller.js';

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
  snippets(of, 'https://directory.example').find((snippet) => snippet.name === name)?.text ?? '';

t.test('what the page has to paste calls a real seller with the examples of the service', async (t) => {
  const seller = await startSeller(t);
  const described = service(`${seller.url}/forecast/{place}`, { call });
  const plain = service(`${seller.url}/plain`);
  // Inside the package, so that the imports of the snippets resolve.
  const folder = await mkdtemp(fileURLToPath(new URL('../dist-test/snippets-', import.meta.url)));
  t.teardown(() => rm(folder, { recursive: true }));
  const env = { ...process.env, PRIVATE_KEY };

  await t.test('curl gets the challenge', async (t) => {
    for (const one of [described, plain]) {
      const { stdout } = await run('sh', ['-c', textOf(one, 'curl')]);
      t.match(stdout, /^HTTP\/1.1 402/);
      t.match(stdout, /^payment-required: /im);
    }
  });

  await t.test('TypeScript pays and gets the answer', async (t) => {
    const before = seller.paid.length;
    for (const [one, answer] of [
      [described, expected],
      [plain, { plain: true }],
    ] as const) {
      const file = join(folder, 'snippet.mjs');
      await writeFile(file, (await transform(textOf(one, 'TypeScript'), { loader: 'ts', format: 'esm' })).code);
      const { stdout } = await run(process.execPath, [file], { env });
      t.match(stdout, /^200 /);
      t.strictSame(JSON.parse(stdout.slice(4)), answer);
    }
    t.equal(seller.paid.length, before + 2);
  });

  await t.test('Python pays and gets the answer', async (t) => {
    const hasClient = await run('python3', ['-c', 'import x402.http.clients, eth_account']).then(
      () => true,
      () => false,
    );
    if (!hasClient) return t.pass('Python', { skip: 'the package x402 is not installed' });
    for (const [one, answer] of [
      [described, expected],
      [plain, { plain: true }],
    ] as const) {
      const { stdout } = await run('python3', ['-c', textOf(one, 'Python')], { env });
      t.match(stdout, /^200 /);
      t.strictSame(JSON.parse(stdout.slice(4)), answer);
    }
  });
});

t.test('a tool is connected to at its own server, and every other service through the directory', async (t) => {
  const tool = service('https://tools.example/mcp', { call: { type: 'mcp', toolName: 'measure', transport: 'sse' } });
  t.strictSame(JSON.parse(textOf(tool, 'MCP')), {
    mcpServers: { measure: { type: 'sse', url: 'https://tools.example/mcp' } },
  });
  t.equal(textOf(tool, 'curl'), '');
  t.match(JSON.parse(textOf(service('https://x.example'), 'MCP')), {
    mcpServers: { shirube: { type: 'http', url: 'https://directory.example/mcp' } },
  });
  const onSolana = { x402Config: { paymentAddress: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', network: 'solana' } };
  t.equal(textOf(service('https://x.example', onSolana), 'Python'), '', 'scripts that could not pay are not offered');
});
