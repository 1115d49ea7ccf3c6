import { type Database, noteRefusals } from '@shirube/catalog';
import { directoryClient, registration, until } from '@shirube/testing';
import type { Browser, Page } from 'playwright-core';
import type { Test } from 'tap';
import { sticksOut } from './phone.js';
import { contrastViolations, violations } from './quality.js';
import { openPage } from './scene.js';

interface Operated {
  browser: Browser;
  directory: { url: string; apiKey: string };
  database: Database;
}

const unfold = (page: Page) =>
  page.locator('article > details').evaluateAll((parts) => {
    for (const part of parts) part.setAttribute('open', '');
  });

/** The page of operators. The directory must have no other services, keys or listings that an operator was asked about. */
export function operating(t: Test, operated: Operated): void {
  t.test('an operator views everything, issues and revokes a key, and hides and restores a service', async (t) => {
    const { directory, database } = operated;
    const client = directoryClient(directory.url, directory.apiKey);
    const { body: service } = await client.post(registration({ name: 'Cuckoo' }), { prefer: 'wait=20' });
    const { rows } = await database.query<{ name: string }>('select name from search_nodes');
    const node = rows[0]?.name ?? '';
    await noteRefusals(database, node, [], [{ id: service.id, revision: 1, reason: 'too large for the engine' }]);
    const page = await openPage(t, operated);

    const old = await page.goto('/account/health');
    t.match(page.url(), /\/admin$/, 'where the health of the directory was before');
    t.match(old?.headers()['content-security-policy'] ?? '', /default-src 'none'; script-src 'self'/);
    await page.getByLabel('API key').fill(directory.apiKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Search nodes' }).waitFor();

    await t.test('the page of operators says first what is wrong, links to it, and folds the rest', async (t) => {
      const wrong = page.locator('.verdict').getByRole('link', { name: 'A search node has refused documents.' });
      await wrong.waitFor();
      t.notOk(await page.getByText('too large for the engine').isVisible());
      await wrong.click();
      await page.getByText('too large for the engine').waitFor();
      await unfold(page);
    });

    await t.test('the page of operators shows nodes, the log, the queue and the monitor', async (t) => {
      await page
        .getByRole('article', { name: 'Search nodes' })
        .getByRole('rowheader', { name: node })
        .first()
        .waitFor();
      await page.getByRole('rowheader', { name: `search:${node}` }).waitFor();
      await page.getByText(/^Queue: \d+ waiting/).waitFor();
      t.equal(await page.getByRole('link', { name: 'View the jobs' }).getAttribute('href'), '/admin/queues');
      await page.getByText('Checked in the last 24 hours').waitFor();
      await page.getByRole('heading', { name: 'Verdicts per day' }).waitFor();
      t.strictSame(await violations(page), []);
    });

    await t.test('an operator retries a document that the engine refused', async (t) => {
      await page.getByText('too large for the engine').waitFor();
      await page.getByRole('button', { name: 'Retry: Cuckoo' }).click();
      await page.getByText('No documents are set aside.').waitFor();
      t.equal(await page.getByText('too large for the engine').count(), 0);
    });

    await t.test('an operator issues and revokes a key, and creates an account', async (t) => {
      await page.getByLabel('Key name').fill('Weather team');
      await page.getByLabel('Expires after (days)').fill('90');
      await page.getByRole('button', { name: 'Issue a key' }).click();
      const key = await page.locator('.done code').textContent();
      t.equal((await client.post(registration(), { authorization: `Bearer ${key}` })).status, 201);
      page.once('dialog', (dialog) => void dialog.accept());
      await page.getByRole('button', { name: 'Revoke: Weather team' }).click();
      await page.getByRole('cell', { name: 'revoked' }).waitFor();
      await page.getByLabel('Account name').fill('Rain team');
      await page.getByRole('button', { name: 'Create an account' }).click();
      await page.getByRole('rowheader', { name: 'Rain team' }).waitFor();
    });

    await t.test('an operator accepts and refuses listings that wait for review', async (t) => {
      const listings = page.getByRole('article', { name: 'Listings that wait for review' });
      t.equal(await listings.count(), 0, 'nothing waits');
      const names = ['Nightjar', 'Magpie'];
      for (const name of names) {
        const url = `https://${name}.example/sing`;
        await database.query(
          `insert into open_listings (id, url, domain, registrations) values (gen_random_uuid(), $1, $2, $3)`,
          [url, `${name}.example`, JSON.stringify([registration({ name, endpoint: url })])],
        );
      }
      await page.reload();
      await page.getByLabel('API key').fill(directory.apiKey);
      await page.keyboard.press('Enter');
      await listings.waitFor();
      await unfold(page);
      t.match(await listings.getByRole('row', { name: 'Nightjar.example' }).textContent(), /Nightjar *0\.01/);
      t.strictSame(await violations(page), []);
      await page.getByRole('button', { name: 'Accept: https://Nightjar.example/sing' }).click();
      await listings.getByRole('row', { name: 'Nightjar.example' }).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Refuse: https://Magpie.example/sing' }).click();
      await listings.waitFor({ state: 'detached' });
      const { rows } = await database.query('select name from services where name = any($1)', [names]);
      t.strictSame(rows, [{ name: 'Nightjar' }]);
    });

    await t.test('an operator hides a service with a reason, which the audit log keeps, and restores it', async (t) => {
      const form = page.getByRole('article', { name: 'Moderation' });
      const moderate = async (action: string, reason: string) => {
        await form.getByLabel('Service ID').fill(service.id);
        await form.getByLabel('Action').selectOption(action);
        await form.getByLabel('Reason').fill(reason);
        await form.getByRole('button', { name: 'Apply' }).click();
        await page.getByRole('article', { name: 'Audit log' }).getByRole('cell', { name: reason }).waitFor();
      };
      await moderate('hide', 'An egg in the nest of others');
      t.equal((await client.get(`/api/services/${service.id}`)).status, 410);
      await form.getByRole('rowheader', { name: 'Cuckoo' }).waitFor();
      await moderate('restore', 'It has left');
      await until(async () => (await client.get(`/api/services/${service.id}`)).status === 200, { message: 'hidden' });
      const changes = page.getByRole('article', { name: 'Recent changes' });
      await changes.getByLabel('Type').selectOption('deleted');
      await changes.getByRole('button', { name: 'Filter' }).click();
      await changes.getByRole('cell', { name: 'hidden' }).waitFor();
      t.strictSame(await violations(page), []);
      t.strictSame(page.complaints, []);
    });

    await t.test(
      'the page of operators fits a phone in Japanese and in the dark, and a reload clears the key',
      async (t) => {
        const narrow = { width: 320, height: 640 };
        const phone = await openPage(t, operated, { locale: 'ja-JP', colorScheme: 'dark', viewport: narrow });
        await phone.goto('/admin');
        await phone.getByLabel('APIキー').fill(directory.apiKey);
        await phone.keyboard.press('Enter');
        for (const title of ['検索ノード', 'ログとフォロワー', 'モニターの状態', '監査ログ'])
          await phone.getByRole('heading', { name: title }).waitFor();
        await unfold(phone);
        await phone.getByText('services hide').first().waitFor();
        t.strictSame(await sticksOut(phone), []);
        t.strictSame(await contrastViolations(phone), []);
        const stored = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]);
        t.notMatch(await phone.evaluate(stored), directory.apiKey);
        await phone.reload();
        await phone.getByLabel('APIキー').waitFor();
      },
    );
  });
}
