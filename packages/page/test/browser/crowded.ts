import { fileURLToPath } from 'node:url';
import { createClient } from '@shirube/client';
import { catalogUrl, startDirectory, startProcess, until } from '@shirube/testing';
import type { Browser, Page } from 'playwright-core';
import type { Test } from 'tap';
import { violations } from './quality.js';
import { openPage, resultNames, waitForContent, waitForPaint } from './scene.js';

const root = new URL('../../../../', import.meta.url);
const serviceCount = 427;
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/** Starts a directory with the shape of real ones: one host with a quarter of it, poor names, repeated texts. */
async function startCrowded(t: Test) {
  const databaseUrl = await catalogUrl(t);
  const directory = await startDirectory(t, { DATABASE_URL: databaseUrl, MONITOR: 'off' });
  const program = fileURLToPath(new URL('packages/cli/dist/main.js', root));
  const catalog = fileURLToPath(new URL('packages/evaluate/data/crowded.ndjson', root));
  const loading = await startProcess(t, process.execPath, [program, 'import', catalog], {
    env: { DATABASE_URL: databaseUrl },
  });
  await loading.waitForOutput(/Imported/);
  const client = createClient({ baseUrl: directory.url });
  await until(async () => (await client.listServices({ limit: 1 })).total === serviceCount, {
    message: 'the catalog is not searchable',
  });
  return directory;
}

/** The texts of rows that are cut off by their box. */
const clipped = (page: Page) =>
  page
    .locator('.row, .row *, .front *')
    .evaluateAll((parts) =>
      parts
        .filter(
          (part) =>
            getComputedStyle(part).overflow !== 'visible' &&
            (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1),
        )
        .map((part) => part.textContent),
    );

const heights = (page: Page) =>
  page.locator('.row').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));

/** How the page looks with a real catalog. */
export function crowded(t: Test, browser: Browser): void {
  t.test('a catalog of many endpoints per host, with poor names and repeated texts, is easy to read', async (t) => {
    const scene = { browser, directory: await startCrowded(t) };

    await t.test('the front page shows a product at once, and nothing is cut off', async (t) => {
      const page = await openPage(t, scene);
      for (const viewport of [desktop, phone]) {
        await page.setViewportSize(viewport);
        await page.goto('/');
        const first = await page.locator('.front ol a').first().boundingBox();
        t.ok(first && first.y + first.height < viewport.height, `${first?.y} of ${viewport.height}`);
        const hosts = await page.locator('.front ol li').count();
        t.ok(hosts >= 3, `${hosts} hosts`);
        t.strictSame(await clipped(page), []);
        t.strictSame(await violations(page), []);
      }
    });

    await t.test('results start near the top, in short rows that show their whole text', async (t) => {
      const paths = ['/?query=weather+forecast', '/?query=translate+text', '/?category=finance', '/?sortBy=name'];
      for (const locale of ['en-US', 'ja-JP']) {
        const page = await openPage(t, scene, { viewport: desktop, locale });
        for (const path of paths) {
          await page.goto(path);
          await waitForContent(page);
          const top = (await page.locator('.row').first().boundingBox())?.y ?? Number.POSITIVE_INFINITY;
          t.ok(top <= 260, `${path}: the first result at ${top}`);
          const all = await heights(page);
          const average = all.reduce((sum, height) => sum + height, 0) / all.length;
          t.ok(average <= 110, `${path}: rows of ${average}`);
          t.strictSame(await clipped(page), [], path);
          await page.setViewportSize(phone);
          await waitForPaint(page);
          t.strictSame(await clipped(page), [], `${path} on a phone`);
          t.notOk(await page.locator('#filters').isVisible(), 'filters fold');
          await page.setViewportSize(desktop);
        }
      }
    });

    await t.test('a description that a host repeats is shown once, then what differs', async (t) => {
      const page = await openPage(t, scene, { viewport: desktop });
      await page.goto('/?query=pennyhatchgate.com');
      const names = await resultNames(page);
      t.ok(names.length > 5, `${names.length}`);
      const texts = await page.locator('.row .description').allTextContents();
      t.equal(new Set(texts).size, texts.length);
      t.equal(texts.filter((text) => text === 'Pay a penny, pass the gate').length, 1);
      t.ok(texts.filter((text) => text.startsWith('/api/')).length > 3, texts.join());
    });

    await t.test('results are grouped by provider, whose other services open in place or as a list', async (t) => {
      for (const javaScriptEnabled of [true, false]) {
        const page = await openPage(t, scene, { viewport: desktop, javaScriptEnabled });
        await page.goto('/?query=weather+forecast');
        const domains = await page.locator('.row .provider a:first-child').allTextContents();
        t.equal(new Set(domains).size, domains.length, 'each provider once');
        const row = page.locator('.row').filter({ hasText: 'kestrun.tokyo' }).first();
        await row.getByRole('link', { name: /^and \d+ more$/ }).click();
        if (javaScriptEnabled) {
          await row.locator('.others .row').nth(1).waitFor();
          t.equal(new URL(page.url()).search, '?query=weather+forecast');
        } else {
          await page.waitForURL(/host=kestrun\.tokyo/);
          t.ok((await page.locator('.row').count()) > 1);
        }
        t.strictSame(page.complaints, []);
      }
    });

    await t.test('a provider has a page, and a service leads to the others of its provider', async (t) => {
      for (const javaScriptEnabled of [true, false]) {
        const page = await openPage(t, scene, { viewport: desktop, javaScriptEnabled });
        await page.goto('/providers/pennyhatchgate.com');
        await page.getByRole('heading', { level: 1, name: 'pennyhatchgate.com' }).waitFor();
        t.equal(await page.getByText('Pay a penny, pass the gate').count(), 1, 'what they share is said once');
        t.strictSame(await page.locator('.facts dd').nth(1).textContent(), 'Not checked yet');
        if (javaScriptEnabled) t.strictSame(await violations(page), []);
        await page.locator('.endpoints a').first().click();
        await page.getByRole('heading', { name: 'Other endpoints of pennyhatchgate.com' }).waitFor();
        await page.getByRole('link', { name: 'All 110' }).click();
        await page.waitForURL('/providers/pennyhatchgate.com');
        t.strictSame(page.complaints, []);
      }
      const page = await openPage(t, scene);
      await page.goto('/providers/nobody.example', { waitUntil: 'load' });
      await page.getByRole('heading', { name: 'No service is offered at this domain' }).waitFor();
    });

    await t.test(
      'services on test networks are labelled, and filters and rows are in the language of the visitor',
      async (t) => {
        const page = await openPage(t, scene, { locale: 'ja-JP' });
        await page.goto('/?testnet=true');
        await resultNames(page);
        t.ok((await page.locator('.label').allTextContents()).includes('テストネット'));
        await page.goto('/?category=tools');
        const texts = await page.locator('.filters, .rows .meta').allTextContents();
        t.ok(texts.length > 1);
        t.notMatch(texts.join('\n'), /Tools|unverified/i);
        await page
          .locator('.filters')
          .getByRole('link', { name: /^ツール/ })
          .waitFor();
      },
    );

    await t.test('a filter that hides everything says how many services it hides, and can be removed', async (t) => {
      for (const javaScriptEnabled of [true, false]) {
        const page = await openPage(t, scene, { javaScriptEnabled });
        await page.goto('/?query=weather&status=verified');
        await page.getByRole('link', { name: /^\d+ without the filter Verified$/ }).click();
        await page.waitForURL('/?query=weather');
        t.ok((await resultNames(page)).length > 5);
      }
      const page = await openPage(t, scene, { locale: 'ja-JP' });
      await page.goto('/?query=weather&status=verified');
      await page.getByRole('link', { name: /^「検証済み」を外すと\d+件$/ }).waitFor();
    });

    await t.test('chosen services wait in a tray over pages, and the comparison leads back', async (t) => {
      const page = await openPage(t, scene, { viewport: desktop });
      await page.goto('/?sortBy=name');
      const [first = ''] = await resultNames(page);
      await page.locator('.choose input').first().check();
      await page.getByRole('link', { name: 'Next' }).click();
      await page.waitForURL(/offset=20/);
      await page.locator('.results[aria-busy=false]').waitFor();
      await page.locator('.choose input').first().check();
      await page.locator('.choose input').nth(1).check();
      await page.getByRole('button', { name: `Remove: ${first}`, exact: true }).click();
      t.strictSame(await violations(page), []);
      await page.getByRole('button', { name: 'Compare (2)' }).click();
      await page.waitForURL(/\/compare\?ids=/);
      await page.locator('thead a').nth(1).waitFor();
      await page.getByRole('link', { name: 'Go to the directory' }).click();
      await page.waitForURL('/?sortBy=name&offset=20');
      t.ok(await page.getByRole('button', { name: 'Compare (2)' }).isVisible());
      t.strictSame(page.complaints, []);
    });
  });
}
