import { createClient } from '@shirube/client';
import type { Test } from 'tap';
import { violations } from './quality.js';
import { hostileName } from './registerServices.js';
import { openPage, resultNames, type Scene, searchBox, waitForContent } from './scene.js';

export function reading(t: Test, { services, ...rest }: Scene): void {
  const scene = { services, ...rest };
  const address = (name: string) => `/services/${services.get(name)?.id}`;

  t.test('a service page shows price, payment, record and snippets to copy', async (t) => {
    const page = await openPage(t, scene, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(address('Quote\'s "API"'));
    await page.getByText('Not checked yet', { exact: true }).waitFor();
    t.match(await page.locator('.facts').allTextContents(), [
      /0\.02 USDC.*TrustNot checked yet.*–.*Not yet/,
      /Base \(eip155:8453\).*No payments yet/,
    ]);
    t.ok(await page.getByText('0x209693Bc6afc0C5328bA36FaF03C514EF312287C', { exact: true }).isVisible());
    const link = page.getByRole('link', { name: 'Acme' });
    t.equal(await link.getAttribute('rel'), 'noopener nofollow');
    t.equal(await link.getAttribute('href'), 'https://acme.example/');
    t.ok(await page.getByText('#quotes').isVisible());
    t.match(await page.locator('.parameters tbody').first().textContent(), /^symbolstring/);
    // Watched from before the click, because it is said for two seconds only.
    const copied = page.getByText('Copied').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Copy: curl' }).click();
    await copied;
    t.equal(
      await page.evaluate(() => navigator.clipboard.readText()),
      `curl -i 'https://api.example.com/it'\\''s?a=$(id)&b=1'`,
    );
    t.ok(await page.getByText('curl -i').first().isVisible(), 'the call is visible at once');
    await page.getByText('TypeScript', { exact: true }).click();
    t.ok(await page.getByText('Pays at most the listed 0.02 USDC').first().isVisible());
    t.notOk(await page.getByText('curl -i').first().isVisible());
    await page.keyboard.press('ArrowRight');
    t.ok(await page.getByText('def only_as_listed').isVisible(), 'with the keyboard');
    t.equal(await page.getByText('mcpServers').count(), 0, 'it has no tool');
    t.strictSame(page.complaints, []);
  });

  t.test('a service page explains its status, links its address to an explorer, and takes a report', async (t) => {
    const page = await openPage(t, scene);
    await page.goto(address('Lingua'));
    await page.getByText('It is verified when two checks in a row confirm its listing').waitFor();
    t.equal(
      await page.getByRole('link', { name: 'View in explorer' }).getAttribute('href'),
      'https://basescan.org/address/0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
    );
    t.match(
      await page.locator('.trust-parts').textContent(),
      /Not checked yet\. The score appears after the first check/,
    );
    t.equal(await page.locator('.warning').count(), 0);
    await page.getByText('Report this listing').click();
    await page.getByLabel('What is wrong?').selectOption({ label: 'Its description is misleading' });
    await page.getByLabel('Comment (optional)').fill('Only forty languages');
    t.strictSame(await violations(page), []);
    await page.getByRole('button', { name: 'Send report' }).click();
    await page.getByText('Thank you. The operator will look at it.').waitFor();
    const client = createClient({ baseUrl: scene.directory.url, key: scene.directory.apiKey });
    t.match(await client.admin('/api/admin/reports'), [
      { reason: 'misleading', comment: 'Only forty languages', serviceName: 'Lingua' },
    ]);
    t.strictSame(page.complaints, []);
  });

  t.test('on a phone price and trust come before code, and only the service is printed', async (t) => {
    const page = await openPage(t, scene, { viewport: { width: 390, height: 844 } });
    await page.goto(address('Lingua'));
    const top = async (part: string) => (await page.locator(part).first().boundingBox())?.y ?? Number.NaN;
    t.ok((await top('.status')) < (await top('.facts')) && (await top('.facts')) < (await top('.copy')));
    await page.emulateMedia({ media: 'print' });
    for (const part of ['.header nav', '.footer', '.copy button'])
      t.notOk(await page.locator(part).first().isVisible(), part);
    t.ok(await page.locator('.facts').first().isVisible());
  });

  t.test('the page of a service that does not exist says so and leads to the directory', async (t) => {
    const page = await openPage(t, scene);
    const answer = await page.goto('/services/nobody');
    t.equal(answer?.status(), 404);
    await page.getByRole('heading', { name: 'Service not found' }).waitFor();
    t.equal(await page.title(), 'Service not found – Shirube 標');
    await page.getByRole('link', { name: 'Go to the directory' }).click();
    t.equal((await resultNames(page)).length, 20);
  });

  t.test('markup in the catalog is shown as text, in the list, among results and on its page', async (t) => {
    const page = await openPage(t, scene);
    for (const path of ['/?category=oddities', '/?query=bold+oddity']) {
      await page.goto(path);
      t.strictSame(await resultNames(page), [hostileName]);
      t.match(await page.locator('.row .description').textContent(), '"><svg onload=alert(1)> & <b>bold</b> oddity');
    }
    await page.locator('.row h2 a').click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    t.equal(await page.locator('h1').textContent(), hostileName);
    t.equal(await page.title(), `${hostileName} – Shirube 標`);
    t.equal(await page.locator('main script, main img:not(.badge img), main b, [onerror], [onload]').count(), 0);
    t.strictSame(page.complaints, []);
  });

  t.test('every view has a title of its own', async (t) => {
    const page = await openPage(t, scene);
    const titles = {
      '/': 'Find an API. Pay per request. – Shirube 標',
      '/?query=weather': 'weather – Shirube 標',
      '/?category=weather&chain=solana': 'Weather · solana – Shirube 標',
      '/?query=weather&status=unverified&currency=USDC&maxPricePerRequest=1':
        'weather · Unverified · at most 1 USDC – Shirube 標',
      '/?sortBy=name&offset=20': 'Page 2 – Shirube 標',
      [address('Lingua')]: 'Lingua – Shirube 標',
    };
    for (const [path, title] of Object.entries(titles)) {
      await page.goto(path);
      await waitForContent(page);
      t.equal(await page.title(), title);
    }
    const japanese = await openPage(t, scene, { locale: 'ja-JP' });
    await japanese.goto('/?category=weather');
    await waitForContent(japanese);
    t.equal(await japanese.title(), '天気 – Shirube 標');
  });

  t.test('the language follows the browser, can be changed, and is remembered', async (t) => {
    const page = await openPage(t, scene, { locale: 'ja-JP' });
    await page.goto('/');
    await page.getByRole('heading', { name: '使った分だけ払うAPIを探す。' }).waitFor();
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Find an API. Pay per request.' }).waitFor();
    t.equal(await page.locator('html').getAttribute('lang'), 'en');
    await page.goto('/');
    await page.getByRole('heading', { name: 'Find an API. Pay per request.' }).waitFor();
  });

  t.test('everything can be reached by keyboard', async (t) => {
    const page = await openPage(t, scene);
    await page.goto('/');
    await resultNames(page);
    await page.keyboard.press('Tab');
    t.equal(await page.locator(':focus').textContent(), 'Skip to results');
    await page.keyboard.press('Enter');
    await page.keyboard.press('/');
    t.ok(await searchBox(page).evaluate((box) => box === document.activeElement), 'the slash leads to the box');
    await page.keyboard.type('weather');
    await page.waitForURL('/?query=weather');
    await page.locator('.because').waitFor();
    const [first = '', second = ''] = await resultNames(page);
    const focused = () => page.locator(':focus').textContent();
    await page.keyboard.press('ArrowDown');
    t.equal(await focused(), first, 'down leads from the box into the results');
    await page.keyboard.press('ArrowDown');
    t.equal(await focused(), second);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    t.ok(await searchBox(page).evaluate((box) => box === document.activeElement), 'and up back to the box');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: second }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('/?query=weather');
    await page.locator('.rows').waitFor();
    await searchBox(page).focus();
    await page.keyboard.press('Escape');
    await page.waitForURL('/');
  });

  t.test('the arrow down leads to the results of what was typed last, however fast', async (t) => {
    const page = await openPage(t, scene);
    await page.goto('/');
    await resultNames(page);
    await searchBox(page).focus();
    await page.keyboard.type('translate documents');
    await page.keyboard.press('ArrowDown');
    await page.locator('h2 a:focus', { hasText: 'Lingua' }).waitFor();
    t.match(page.url(), /query=translate\+documents$/);
  });
}
