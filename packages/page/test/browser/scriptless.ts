import type { Test } from 'tap';
import { openPage, resultNames, type Scene } from './scene.js';

/** Finding and reading services without JavaScript. */
export function scriptless(t: Test, scene: Scene): void {
  const service = `/services/${scene.services.get('Lingua')?.id}`;

  t.test(
    'without JavaScript visitors search, filter, turn pages, read a service and change the language',
    async (t) => {
      const page = await openPage(t, scene, { javaScriptEnabled: false });
      await page.goto('/');
      t.equal((await resultNames(page)).length, 20);
      await page.getByRole('link', { name: 'Next' }).click();
      t.match(page.url(), /\?offset=20$/);
      t.equal((await resultNames(page)).length, 20);

      await page.goto('/');
      await page.getByRole('textbox', { name: 'Search the directory' }).fill('weather on solana');
      await page.keyboard.press('Enter');
      await page.waitForURL(/query=weather/);
      t.strictSame(await resultNames(page), ['Storm Watch']);
      await page.getByRole('link', { name: 'Remove: on solana' }).click();
      t.ok((await resultNames(page)).includes('Sky Reader'));

      await page.goto('/?category=weather');
      await page.getByRole('navigation', { name: 'Chain' }).getByRole('link', { name: 'solana' }).click();
      await page.locator('.filters .scriptless').click();
      await page.waitForURL(/chain=solana/);
      t.strictSame(await resultNames(page), ['Storm Watch'], 'beside the category');
      await page.locator('.row h2 a').click();
      t.equal(await page.locator('h1').textContent(), 'Storm Watch');
      t.match(await page.locator('.facts').first().textContent(), /USDC/);
      await page.getByRole('link', { name: 'Check history as JSON' }).waitFor();
      t.match(await page.locator('.trust-parts').textContent(), 'Not checked yet');
      await page.goto(service);
      await page.getByText('Python', { exact: true }).click();
      t.ok(await page.getByText('def only_as_listed').isVisible(), 'the tabs of the call');

      await page.getByRole('link', { name: '日本語' }).click();
      t.equal(await page.locator('html').getAttribute('lang'), 'ja');
      await page.locator('.home').click();
      await page.getByRole('heading', { name: '使った分だけ払うAPIを探す。' }).waitFor();
    },
  );

  t.test(
    'old links redirect to the parameter names of the API, which the form without JavaScript uses too',
    async (t) => {
      const old = await fetch(`${scene.directory.url}/?q=weather&sort=price-desc&page=2`, { redirect: 'manual' });
      t.equal(old.status, 308);
      t.equal(old.headers.get('location'), '/?query=weather&sortBy=price&sortOrder=desc&offset=20');
      const page = await openPage(t, scene, { javaScriptEnabled: false });
      await page.goto('/?category=weather');
      await page.getByLabel('Sort').selectOption({ label: 'Price, high to low' });
      await page.locator('.filters .scriptless').click();
      await page.waitForURL(/sortBy=price&sortOrder=desc/);
      t.equal((await resultNames(page))[0], 'お天気便');
    },
  );

  t.test('without JavaScript an unknown category leads to a similar one, and services can be compared', async (t) => {
    const page = await openPage(t, scene, { javaScriptEnabled: false });
    await page.goto('/?category=wether');
    await page.getByRole('heading', { name: 'There is no category “wether”' }).waitFor();
    await page.locator('.notice').getByRole('link', { name: 'Weather' }).click();
    await page.waitForURL('/?category=weather');
    const names = (await resultNames(page)).slice(0, 2);
    for (const box of (await page.locator('.choose input').all()).slice(0, 2)) await box.check();
    await page.getByRole('button', { name: 'Compare selected services' }).click();
    await page.waitForURL(/\/compare\?ids=/);
    const columns = await page.locator('thead a').allTextContents();
    t.strictSame(columns, names);
    t.match(await page.locator('tbody').textContent(), /Uptime \(30 days\)/);
    t.ok(await page.locator('.scrolls').evaluate((table) => table.scrollHeight <= table.clientHeight), 'all rows show');
    await page.goto('/compare');
    await page.getByRole('heading', { name: 'No services to compare' }).waitFor();
  });

  t.test(
    'the front page explains the directory, leads to its parts and has figures of the catalog, a search does not',
    async (t) => {
      const page = await openPage(t, scene, { javaScriptEnabled: false });
      await page.goto('/');
      await page.getByText('A directory of APIs that software pays for per request, over x402.').first().waitFor();
      const entrances = page.getByRole('region', { name: 'Start here' });
      t.match(await entrances.getByRole('listitem').allTextContents(), [
        /^List your API/,
        `${scene.directory.url}/mcp`,
        /^Operate this directory/,
        /^\d+ services, 0 verified\. 0 of 0 checked services have at least 99% uptime/,
      ]);
      const categories = page.getByRole('navigation', { name: 'All categories' });
      t.match(await categories.getByRole('link').allTextContents(), [/^Data \d+$/, /^Weather 3$/]);
      const provider = page.locator('.front .providers').getByRole('link').first();
      t.match(await provider.getAttribute('href'), /^\/providers\//);
      const newest = page.locator('.front section').filter({ hasText: 'Newest' }).getByRole('listitem').first();
      await newest.getByRole('link').click();
      await page.waitForURL(/\/services\//);
      await page.goto('/?query=weather');
      t.equal(await entrances.count(), 0);
      const footer = page.getByRole('contentinfo').getByRole('link');
      for (const link of await footer.all()) {
        const path = (await link.getAttribute('href')) ?? '';
        t.equal((await fetch(new URL(path, scene.directory.url))).status, 200, path);
      }
    },
  );
}
