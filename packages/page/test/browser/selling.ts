import { createKey, scheduleChecks } from '@shirube/catalog';
import { createClient } from '@shirube/client';
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { sticksOut } from './phone.js';
import { violations } from './quality.js';
import { worstService } from './registerServices.js';
import { openPage, type Scene } from './scene.js';

async function pasteKey(page: Page, key: string, label = 'API key'): Promise<void> {
  await page.getByLabel(label).fill(key);
  await page.keyboard.press('Enter');
}

/** What an owner learns about checks, sales, proofs and buyers. */
export function selling(t: Test, scene: Scene): void {
  const { database } = scene;
  const { url } = scene.directory;

  t.test('an owner corrects a listed price with one click, and a kept key outlives a reload', async (t) => {
    const { key } = await createKey(database, { name: 'Corrected', scopes: ['services:write'] });
    const client = createClient({ baseUrl: url, key });
    const pricing = { currency: 'USDC', pricePerRequest: '0.01' };
    const { id } = await client.registerService({ ...worstService, pricing, name: 'Pricey' });
    await database.query(
      `insert into checks (service_id, checked_at, method, http_status, duration_ms, verdict, declared, observed)
        values ($1, now(), 'GET', 402, 21, 'wrong_price', '{"price": "0.01", "currency": "USDC"}',
          '{"price": "0.02", "currency": "USDC"}')`,
      [id],
    );
    await database.query(
      "update services set status = 'verified', status_reason = 'confirmed', last_checked = now() where id = $1",
      [id],
    );
    await scheduleChecks(database, [id]);
    await database.query(
      `insert into settlement_days (service_id, day, currency, family, transactions, amount)
        values ($1, (now() at time zone 'utc')::date - 2, 'USDC', 'USD', 7, 0.07)`,
      [id],
    );
    const page = await openPage(t, scene);
    await page.goto('/account');
    await page.getByLabel('Keep the key until this tab is closed').check();
    await pasteKey(page, key);
    await page.getByText('You charge 0.02, the listing says 0.01.').waitFor();
    await page.getByText('After the update, the service is checked anew').waitFor();
    await page.getByText('Paid 7 times in the last 30 days').click();
    await page.getByRole('cell', { name: '0.07 USDC' }).waitFor();
    t.equal(await page.locator('.days rect').count(), 1);
    t.strictSame(await violations(page), []);
    await page.getByRole('button', { name: 'Update the listing: Pricey' }).click();
    await page.getByText('“Pricey” is updated.').waitFor();
    t.equal((await client.getService(id, { fresh: true })).pricing.pricePerRequest, '0.02');
    t.equal(await page.getByText('You charge').count(), 0);
    t.match(await page.locator('.own-services .price').textContent(), '0.02');
    const row = page.locator('.own-services > li');
    t.match(await row.locator('.status').textContent(), 'Unverified');
    t.match(await row.locator('.help').textContent(), 'The listing was changed: the service is checked anew.');
    t.match(await row.locator('.steps').textContent(), 'First check: within a minute');
    t.notMatch(await row.textContent(), /another price|Two checks in a row/, 'what was found before says nothing now');

    await page.reload();
    await page.getByText('The listing was changed').waitFor();
    await database.query(
      `insert into checks (service_id, checked_at, verdict, declared, observed)
        values ($1, now(), 'ok', '{}', '{"price": "0.0020", "currency": "USDC"}')`,
      [id],
    );
    await page.reload();
    await page.getByText('You charge 0.0020, the listing says 0.02.').waitFor();
    await client.editService(id, { pricing: { pricePerRequest: '0.002' } });
    await database.query('update checks set checked_at = now() where service_id = $1 and verdict = $2', [id, 'ok']);
    await page.reload();
    await page.getByRole('heading', { name: 'Pricey' }).waitFor();
    t.equal(await page.getByText('You charge').count(), 0, 'the listing is as observed');
    await page.getByRole('button', { name: 'Clear the key' }).click();
    await page.reload();
    await page.getByLabel('API key').waitFor();
    t.strictSame(page.complaints, []);
  });

  t.test('an owner sees the proofs of ownership, and which services change hands when', async (t) => {
    const [mine, other] = await Promise.all(
      ['Prover', 'Another'].map((name) => createKey(database, { name, scopes: ['services:write'] })),
    );
    if (!mine || !other) throw new Error('there are no keys');
    await createClient({ baseUrl: url, key: other.key }).registerService({
      ...worstService,
      name: '雲よみ',
      endpoint: 'https://api.proven.example/clouds',
    });
    await database.query(
      `insert into account_proofs (kind, subject, host, account_id, proven_at)
        select 'host', 'api.proven.example', 'api.proven.example', account, now() - days * interval '1 day'
        from (values ($1::uuid, 0), ($2::uuid, 1)) as provers (account, days)`,
      [mine.accountId, other.accountId],
    );
    const page = await openPage(t, scene);
    await page.goto('/account');
    await pasteKey(page, mine.key);
    const proofs = page.getByRole('article', { name: 'What you have proven' });
    await proofs.getByRole('rowheader', { name: 'api.proven.example' }).waitFor();
    t.match(await proofs.getByRole('row', { name: '雲よみ' }).textContent(), 'It becomes yours');
    t.strictSame(await violations(page), []);

    const phone = await openPage(t, scene, { locale: 'ja-JP', viewport: { width: 320, height: 640 } });
    await phone.goto('/account');
    await pasteKey(phone, other.key, 'APIキー');
    await phone.getByText('別のアカウントに移ります').waitFor();
    t.strictSame(await sticksOut(phone), []);

    page.once('dialog', (dialog) => void dialog.accept());
    await proofs.getByRole('button', { name: 'Remove: api.proven.example' }).click();
    await proofs.getByText('Nothing yet.').waitFor();
    t.strictSame([...page.complaints, ...phone.complaints], []);
  });

  t.test('an owner sees for which queries services are shown and opened', async (t) => {
    const { key } = await createKey(database, { name: 'Shown', scopes: ['services:write'] });
    const page = await openPage(t, scene);
    await page.goto('/account');
    await pasteKey(page, key);
    await page.getByRole('link', { name: 'What buyers ask' }).click();
    await page.getByText('Your services have not been shown or opened yet.').waitFor();
    t.equal(await page.title(), 'What buyers ask – Shirube 標');

    const { id } = await createClient({ baseUrl: url, key }).registerService({ ...worstService, name: 'Umbrella' });
    await database.query(
      `insert into insight_days (service_id, day, shown, opened, ranks)
        values ($1, (now() at time zone 'utc')::date, 10, 2, 32)`,
      [id],
    );
    await database.query(
      `insert into insight_queries (service_id, week, task, word, shown, opened, askers)
        select $1, date_trunc('week', now() at time zone 'utc')::date, 'weather-forecast', word, 6, 1, array[1, 2, 3, 4, 5]
        from unnest(array['', 'drizzle']) as word`,
      [id],
    );
    for (const options of [{}, { locale: 'ja-JP', viewport: { width: 320, height: 640 } }]) {
      const visit = await openPage(t, scene, options);
      await visit.goto('/account/insights');
      await pasteKey(visit, key, 'locale' in options ? 'APIキー' : 'API key');
      const insights = visit.getByRole('article', { name: 'Umbrella' });
      t.match(await insights.locator('.days tbody tr').textContent(), /1023\.2/, 'shown, opened, rank');
      t.match(await insights.getByRole('row', { name: 'weather-forecast' }).textContent(), 'drizzle61');
      await insights.locator('strong', { hasText: 'drizzle' }).waitFor();
      await visit.getByText('locale' in options ? /5人以上/ : /only if five askers/).waitFor();
      t.strictSame(await violations(visit), []);
      t.strictSame(await sticksOut(visit), []);
      t.strictSame(visit.complaints, []);
    }
  });
}
