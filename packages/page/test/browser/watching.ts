import { createKey, type Database } from '@shirube/catalog';
import type { Test } from 'tap';
import { sticksOut } from './phone.js';
import { violations } from './quality.js';
import { openPage, type Scene } from './scene.js';

/** What the monitor would have noted: so many days ago, and what came of it. */
const checks = [
  { days: 5, verdict: 'ok', ms: 120, price: '0.01' },
  { days: 4, verdict: 'ok', ms: 480, price: '0.01' },
  { days: 3, verdict: 'timeout', ms: 10_000, price: undefined },
  { days: 1, verdict: 'ok', ms: 240, price: '0.020' },
];

async function noteChecks(database: Database, id: string): Promise<void> {
  for (const { days, verdict, ms, price } of checks) {
    await database.query(
      `insert into checks (service_id, checked_at, verdict, duration_ms, declared, observed)
        values ($1, now() - make_interval(days => $2), $3, $4, '{}', $5)`,
      [id, days, verdict, ms, price ? { price, currency: 'USDC' } : {}],
    );
  }
}

export function watching(t: Test, scene: Scene, database: Database): void {
  const id = scene.services.get('Lingua')?.id ?? '';

  t.test('a service page draws what checks have seen, with a table behind, and parts of trust', async (t) => {
    await noteChecks(database, id);
    const page = await openPage(t, scene);
    await page.goto(`/services/${id}`);
    await page.getByRole('heading', { name: 'Availability' }).waitFor();
    const strip = page.getByRole('img', { name: '75 % uptime; 1 day with failures' });
    await strip.waitFor();
    t.ok((await strip.locator('rect').count()) >= 90, 'a bar for each day');
    t.equal(await strip.locator('.poor').count(), 1);
    t.equal(await strip.locator('.price-change').count(), 1);
    await page.getByRole('img', { name: 'Response time between 120 and 480 ms' }).waitFor();
    t.match(await page.locator('.prices li').allTextContents(), [/^0\.01 USDC since/, /^0\.02 USDC since/]);
    await page.getByText('As a table').click();
    const rows = await page.locator('.figures-table tbody tr').allTextContents();
    t.match(rows, [/100 %240 ms0\.02 USDCas registered × 1/, /0 %.*too slow × 1/, /480 ms/, /120 ms/]);
    await page.getByRole('heading', { name: /^Trust: \d+ of 100$/ }).waitFor();
    t.equal(await page.locator('.trust-parts li').count(), 4);
    t.strictSame(await violations(page), [], 'the record');
    await page.getByRole('button', { name: '24 hours' }).click();
    await page.getByText('Nothing was checked in this time.').waitFor();
    t.strictSame(page.complaints, []);
  });

  t.test('an operator sees the health of the directory with an admin key, and nobody else does', async (t) => {
    const page = await openPage(t, scene, {
      locale: 'ja-JP',
      colorScheme: 'dark',
      viewport: { width: 320, height: 640 },
    });
    await page.goto(`/services/${id}`);
    await page.getByText('表で見る').click();
    t.strictSame(await sticksOut(page), [], 'the record');
    t.strictSame(await violations(page), [], 'the record in the dark');

    const { key } = await createKey(database, { name: 'Nobody', scopes: ['services:write'] });
    await page.goto('/account/health');
    await page.getByLabel('APIキー').fill(key);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '運営者向けのページです。' }).waitFor();
    await page.reload();
    await page.getByLabel('APIキー').fill(scene.directory.apiKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '日ごとの確認結果' }).waitFor();
    t.match(await page.locator('tbody').first().textContent(), /時間切れ/);
    t.strictSame(await sticksOut(page), [], 'the health');
    t.strictSame(await violations(page), [], 'the health');
  });
}
