import { importServices } from '@shirube/catalog';
import type { ExportDocument, Problem } from '@shirube/contracts';
import { rawConnection, until } from '@shirube/testing';
import { testCatalog } from '@shirube/testing/catalog';
import t, { type Test } from 'tap';
import { startReadApp } from './readApp.js';

const services = 8_000;

/** Creates a catalog whose export is larger than the buffers between two sockets. */
async function largeCatalog(t: Test): Promise<string> {
  const database = await testCatalog(t);
  const registration = {
    name: 'Large',
    description: 'A service for a test.',
    endpoint: `https://example.com/${'x'.repeat(2_000)}`,
    category: 'utilities',
    pricing: { currency: 'USDC', pricePerRequest: '0.01' },
    x402Config: { paymentAddress: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C', network: 'base' },
  };
  for (let stored = 0; stored < services; stored += 1_000)
    await importServices(
      database,
      // Copies at one endpoint would be compared with each other.
      Array.from({ length: 1_000 }, (_, i) => ({ ...registration, endpoint: `${registration.endpoint}${stored + i}` })),
    );
  return database.url;
}

/** Requests the export from that address and reads only its beginning. */
async function beginReading(t: Test, url: string, address: string) {
  const reader = await rawConnection(t, url);
  reader.send(`GET /api/export HTTP/1.1\r\nHost: test\r\nX-Forwarded-For: ${address}\r\n\r\n`);
  await reader.waitFor(/"endpoints":|"code":/);
  reader.pause();
  return reader;
}

const settings = { TRUST_PROXY: 'loopback' };

t.test('readers that do not read keep others out for a moment only', async (t) => {
  const databaseUrl = await largeCatalog(t);

  await t.test(
    'an address reads two exports at once, all addresses together four, and a refused one is told why',
    async (t) => {
      const { url } = await startReadApp(t, { databaseUrl, settings });
      const ask = async (address: string) => {
        const response = await fetch(`${url}/api/export`, { headers: { 'x-forwarded-for': address } });
        const { code }: Problem = JSON.parse(await response.text());
        return { status: response.status, code, retryAfter: response.headers.get('retry-after') };
      };
      const first = await beginReading(t, url, '203.0.113.1');
      await beginReading(t, url, '203.0.113.1');
      t.match(await ask('203.0.113.1'), { status: 429, code: 'too_many_exports', retryAfter: /^\d+$/ });
      await beginReading(t, url, '203.0.113.2');
      await beginReading(t, url, '203.0.113.3');
      t.match(await ask('203.0.113.4'), { status: 503, code: 'exports_busy', retryAfter: /^\d+$/ });
      first.destroy();
      await until(
        async () => {
          const next = await beginReading(t, url, '203.0.113.1');
          return /"endpoints":/.test(next.received());
        },
        { message: 'who goes away keeps its place' },
      );
    },
  );

  await t.test('a reader that does not read is cut, and then others can', async (t) => {
    const { url, connections } = await startReadApp(t, { databaseUrl, settings, exportProgressMs: 1_000 });
    const idle = await Promise.all(
      ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4'].map((address) => beginReading(t, url, address)),
    );
    const text = await until(
      async () => {
        const answer = await fetch(`${url}/api/export`, { headers: { connection: 'close' } });
        return answer.status === 200 ? answer.text() : undefined;
      },
      { message: 'nobody else is let in' },
    );
    const { endpoints }: ExportDocument = JSON.parse(text);
    t.equal(endpoints.length, services, 'one that reads gets everything');
    await until(async () => (await connections()) === 0, { message: 'not all of them are cut' });
    for (const reader of idle) reader.resume();
    await Promise.all(idle.map(({ closed }) => closed));
    for (const reader of idle) t.notMatch(reader.received(), /\r\n0\r\n\r\n$/, 'it is told that it has not everything');
  });
});
