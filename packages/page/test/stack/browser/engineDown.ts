import { fileURLToPath } from 'node:url';
import { createClient } from '@shirube/client';
import type { Registration } from '@shirube/contracts';
import { catalogUrl, startDirectory, startMeilisearch, startProcess, switchableAddress, until } from '@shirube/testing';
import type { Browser } from 'playwright-core';
import type { Test } from 'tap';
import { openPage, resultNames } from '../../browser/scene.js';

const readApi = fileURLToPath(new URL('../../../../../services/read-api/dist/server.js', import.meta.url));

const lighthouse = (name: string): Registration => ({
  name,
  description: 'Shines in outages',
  endpoint: 'https://api.example.com/light',
  category: 'light',
  pricing: { currency: 'USDC', pricePerRequest: '0' },
  x402Config: { paymentAddress: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C', network: 'base' },
});

export function engineDown(t: Test, browser: Browser): void {
  t.test('without an engine the list says so and retries, and services can still be opened', async (t) => {
    const databaseUrl = await catalogUrl(t);
    const { url, apiKey } = await startDirectory(t, { DATABASE_URL: databaseUrl });
    const client = createClient({ baseUrl: url, key: apiKey });
    const north = await client.registerService(lighthouse('North light'));
    const south = await client.registerService(lighthouse('South light'));

    const database = await switchableAddress(t, databaseUrl);
    await database.on();
    const engine = await switchableAddress(t, 'http://127.0.0.1:9');
    const reader = await startProcess(t, 'node', [readApi], {
      env: {
        HOST: '127.0.0.1',
        PORT: '0',
        LOG_LEVEL: 'info',
        DATABASE_URL: database.url,
        MEILI_URL: engine.url,
      },
    });
    const [, readUrl = ''] = await reader.waitForOutput(/listening on (http:[^"\s]+)/);

    const page = await openPage(t, { browser, directory: { url: readUrl } }, { locale: 'ja-JP' });
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/api/services?')) statuses.push(response.status());
    });
    await page.goto('/');
    await page.getByText('検索エンジンに接続できません。').waitFor();
    await page.getByText(/秒後に自動で再試行します/).waitFor();
    await until(() => statuses.length > 1, {
      message: 'the page did not try again by itself',
    });
    t.ok(statuses.every((status) => status === 503));

    await page.goto(`/services/${north.id}`);
    await page.getByRole('heading', { name: 'North light' }).waitFor();
    await database.off();
    await page.goto(`/services/${south.id}`);
    await page.getByText('カタログに接続できません。').waitFor();
    await database.on();
    await page.getByRole('heading', { name: 'South light' }).waitFor();
  });

  t.test('the results appear by themselves when the engine is back', async (t) => {
    const meilisearch = await startMeilisearch(t);
    if (!meilisearch) return;
    const engine = await switchableAddress(t, meilisearch.url);
    await engine.on();
    const directory = await startDirectory(t, { MEILI_URL: engine.url, MEILI_API_KEY: meilisearch.apiKey });
    const client = createClient({ baseUrl: directory.url, key: directory.apiKey });
    await client.registerService(lighthouse('North light'));
    await until(async () => (await client.listServices()).total === 1, { message: 'it is not searchable' });
    await engine.off();
    const page = await openPage(t, { browser, directory });
    await page.goto('/');
    await page.getByText('The search engine cannot be reached right now.').waitFor();
    await engine.on();
    t.strictSame(await resultNames(page), ['North light']);
  });
}
