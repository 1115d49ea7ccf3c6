import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { StatusRecord, Trust } from '@shirube/contracts';
import { directoryClient, registration, startDirectory } from '@shirube/testing';
import { transform } from 'esbuild';
import t from 'tap';
import { PRIVATE_KEY, startSeller } from './seller.js';

const run = promisify(execFile);

t.test('the guide leads an agent from a question to a paid answer, which is counted', async (t) => {
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
  // Inside the package, so that its imports resolve.
  const folder = await mkdtemp(fileURLToPath(new URL('../dist-test/agent-', import.meta.url)));
  t.teardown(() => rm(folder, { recursive: true }));
  const file = join(folder, 'agent.mjs');
  await writeFile(file, (await transform(script, { loader: 'ts', format: 'esm' })).code);
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
  t.match((await directory.request('/api/settlements', report)).body, { matched: 1, rejected: [] });
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
