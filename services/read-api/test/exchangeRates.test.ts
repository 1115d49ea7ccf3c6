import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { builtInRates } from '@shirube/domain';
import { createApp, createLogger, createMetrics } from '@shirube/service-kit';
import t from 'tap';
import { followExchangeRates } from '../src/exchangeRates.ts';

const table = { base: 'USD', date: '2026-11-01', rates: { JPY: 152 } };
const createTestApp = () => {
  const app = createApp({
    log: createLogger('test', 'silent'),
    routes: [],
    metrics: createMetrics(),
    health: {},
    translateError: () => undefined,
    settings: {},
  });
  t.teardown(() => app.close());
  return app;
};

t.test('exchange rates come from a file, which must be valid', async (t) => {
  const file = `${t.testdir()}/rates.json`;
  await writeFile(file, JSON.stringify(table));
  t.strictSame((await followExchangeRates(createTestApp(), file))(), table);
  await writeFile(file, '{"base":"USD"}');
  await t.rejects(followExchangeRates(createTestApp(), file), {
    message: /EXCHANGE_RATES: .*rates\.json cannot be used/,
  });
  await t.rejects(followExchangeRates(createTestApp(), `${file}.absent`), { message: /EXCHANGE_RATES/ });
  for (const rate of ['1e999', '1e308', '5e-324']) {
    await writeFile(file, `{"base":"USD","date":"2026-11-01","rates":{"JPY":${rate}}}`);
    await t.rejects(followExchangeRates(createTestApp(), file), { message: /EXCHANGE_RATES/ }, rate);
  }
});

t.test('exchange rates come from a URL, and from the built-in table while it fails', async (t) => {
  let status = 500;
  const server = createServer((_, response) => void response.writeHead(status).end(JSON.stringify(table)));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates`;
  t.strictSame((await followExchangeRates(createTestApp(), url))(), builtInRates);
  status = 200;
  t.strictSame((await followExchangeRates(createTestApp(), url))(), table);
  t.strictSame((await followExchangeRates(createTestApp(), undefined))(), builtInRates);
});
