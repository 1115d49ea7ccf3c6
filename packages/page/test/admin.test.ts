import { fileURLToPath } from 'node:url';
import { noteRefusals, openDatabase } from '@shirube/catalog';
import { findProgram } from '@shirube/dev/processes';
import { directoryClient, registration, startDirectory, startProcess, testDatabaseUrl, until } from '@shirube/testing';
import type { Browser, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { openChromium } from '../dist/openChromium.js';
import { sticksOut } from './browser/phone.js';
import { violations } from './browser/quality.js';
import { openPage } from './browser/scene.js';

interface Running {
  url: string;
  apiKey: string;
  databaseUrl: string;
}

const unfold = (page: Page) =>
  page.locator('article > details').evaluateAll((parts) => {
    for (const part of parts) part.setAttribute('open', '');
  });

/** An operator views everything, issues and revokes a key, and hides and restores a service. */
async function operating(t: Test, browser: Browser, directory: Running): Promise<void> {
  const database = openDatabase(directory.databaseUrl, { max: 2 });
  t.teardown(() => database.end());
  const client = directoryClient(directory.url, directory.apiKey);
  const { body: service } = await client.post(registration({ name: 'Cuckoo' }), { prefer: 'wait=20' });
  const { rows } = await database.query<{ name: string }>('select name from search_nodes');
  const node = rows[0]?.name ?? '';
  await noteRefusals(database, node, [], [{ id: service.id, revision: 1, reason: 'too large for the engine' }]);
  const page = await openPage(t, { browser, directory });

  const old = await page.goto('/account/health');
  t.match(page.url(), /\/admin$/, 'where the health of the directory was before');
  t.match(old?.headers()['content-security-policy'] ?? '', /default-src 'none'; script-src 'self'/);
  await page.getByLabel('API key').fill(directory.apiKey);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Search nodes' }).waitFor();

  await t.test('it says first what is wrong, with a way to it, and folds the rest', async (t) => {
    const wrong = page.locator('.verdict').getByRole('link', { name: 'A search node has refused documents.' });
    await wrong.waitFor();
    t.notOk(await page.getByText('too large for the engine').isVisible());
    await wrong.click();
    await page.getByText('too large for the engine').waitFor();
    await unfold(page);
  });

  await t.test('it shows nodes, the log, the queue and the monitor', async (t) => {
    await page.getByRole('article', { name: 'Search nodes' }).getByRole('rowheader', { name: node }).first().waitFor();
    await page.getByRole('rowheader', { name: `search:${node}` }).waitFor();
    await page.getByText(/^Queue: \d+ waiting/).waitFor();
    t.equal(await page.getByRole('link', { name: 'View the jobs' }).getAttribute('href'), '/admin/queues');
    await page.getByText('Checked in the last 24 hours').waitFor();
    await page.getByRole('heading', { name: 'Verdicts per day' }).waitFor();
    t.strictSame(await violations(page), []);
  });

  await t.test('what an engine refused is tried again', async (t) => {
    await page.getByText('too large for the engine').waitFor();
    await page.getByRole('button', { name: 'Retry: Cuckoo' }).click();
    await page.getByText('No documents are set aside.').waitFor();
    t.pass();
  });

  await t.test('a key is issued and revoked', async (t) => {
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

  await t.test('what waits for review is accepted or refused', async (t) => {
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

  await t.test('a service is hidden with a reason, which the audit log keeps, and restored', async (t) => {
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

  await t.test('in Japanese, in the dark, on a phone; the key is gone with the page', async (t) => {
    const narrow = { width: 320, height: 640 };
    const phone = await openPage(t, { browser, directory }, { locale: 'ja-JP', colorScheme: 'dark', viewport: narrow });
    await phone.goto('/admin');
    await phone.getByLabel('APIキー').fill(directory.apiKey);
    await phone.keyboard.press('Enter');
    for (const title of ['検索ノード', 'ログとフォロワー', 'モニターの状態', '監査ログ'])
      await phone.getByRole('heading', { name: title }).waitFor();
    await unfold(phone);
    await phone.getByText('services hide').first().waitFor();
    t.strictSame(await sticksOut(phone), []);
    t.strictSame(await violations(phone), []);
    const stored = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]);
    t.notMatch(await phone.evaluate(stored), directory.apiKey);
    await phone.reload();
    await phone.getByLabel('APIキー').waitFor();
  });
}

const browser = await openChromium();
if (browser) {
  t.teardown(() => browser.close());
  const programs = await Promise.all(['redis-server', 'meilisearch', 'nginx'].map(findProgram));
  await t.test('the page of operators on the embedded parts', async (t) => {
    const databaseUrl = await testDatabaseUrl(t);
    await operating(t, browser, { ...(await startDirectory(t, { DATABASE_URL: databaseUrl })), databaseUrl });
  });
  if (programs.every(Boolean)) {
    await t.test('the page of operators on the full stack', async (t) => {
      const main = fileURLToPath(new URL('../../dev/dist/runStack.js', import.meta.url));
      const stack = await startProcess(t, process.execPath, [main, '--json'], { env: { DATABASE_URL: undefined } });
      const [line] = await stack.waitForOutput(/^\{"url".*\}$/m);
      const { url, key: apiKey, databaseUrl } = JSON.parse(line);
      await operating(t, browser, { url, apiKey, databaseUrl });
    });
  }
} else {
  t.pass('Chromium', { skip: 'chromium is not on PATH' });
}
