import { createClient } from '@shirube/client';
import {
  startDirectory,
  startMeilisearch,
  switchableAddress,
  testDatabaseUrl,
  until,
} from '@shirube/testing';
import type { Browser } from 'playwright-core';
import type { Test } from 'tap';
import { openPage, resultNames } from './scene.js';

export function engineDown(t: Test, browser: Browser): void {
  t.test('with the engine down the page says so and tries again; services can still be opened', async (t) => {
    const meilisearch = await startMeilisearch(t);
    const engine = await switchableAddress(t, meilisearch?.url ?? 'http://127.0.0.1:9');
    const database = await switchableAddress(t, await testDatabaseUrl(t));
    await Promise.all([database.on(), meilisearch && engine.on()]);
    const directory = await startDirectory(t, {
      DATABASE_URL: database.url,
      MEILI_URL: engine.url,
      MEILI_API_KEY: meilisearch?.apiKey,
    });
    const client = createClient({ baseUrl: directory.url, key: directory.apiKey });
    const { id } = await client.register({
      name: 'Lighthouse',
      description: 'Shines in outages',
      endpoint: 'https://api.example.com/light',
      category: 'light',
      pricing: { currency: 'USDC', pricePerRequest: '0' },
      x402Config: { paymentAddress: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C', network: 'base' },
    });
    await engine.off();

    const page = await openPage(t, { browser, directory }, { locale: 'ja-JP' });
    const attempts: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/api/services?')) attempts.push(response.status());
    });
    await page.goto('/');
    await page.getByText('検索エンジンに接続できません。').waitFor();
    await page.getByText(/秒後に自動で再試行します/).waitFor();
    await until(() => attempts.length > 1, { message: 'the page did not try again by itself' });
    t.ok(attempts.every((status) => status === 503));
    if (meilisearch) {
      await engine.on();
      t.strictSame(await resultNames(page), ['Lighthouse']);
    }

    await page.goto(`/services/${id}`);
    await page.getByRole('heading', { name: 'Lighthouse' }).waitFor();
    await database.off();
    await page.reload();
    await page.getByText('カタログに接続できません。').waitFor();
    await database.on();
    await page.getByRole('heading', { name: 'Lighthouse' }).waitFor();
  });
}
