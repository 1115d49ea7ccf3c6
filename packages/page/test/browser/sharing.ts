import { until } from '@shirube/testing';
import type { Test } from 'tap';
import { serviceCount } from './registerServices.js';
import { holdScripts, openPage, resultNames, type Scene, searchBox } from './scene.js';

export function sharing(t: Test, scene: Scene): void {
  t.test('filters, order and page are in the address, and the address shows the same to others', async (t) => {
    const page = await openPage(t, scene);
    await page.goto('/');
    await page
      .locator('.filters')
      .getByRole('link', { name: /^Weather/ })
      .click();
    await page.getByLabel('Maximum price').fill('0.1');
    await page.waitForURL(/maxPricePerRequest=0\.1/);
    await page.getByLabel('Sort').selectOption({ label: 'Price, low to high' });
    await page.waitForURL(/sortBy=price/);
    const names = await resultNames(page);
    t.strictSame(names, ['Sky Reader', 'Storm Watch']);

    const other = await openPage(t, scene);
    await other.goto(page.url());
    t.strictSame(await resultNames(other), names);
    t.equal(await other.getByLabel('Maximum price').inputValue(), '0.1');
    // Two of three are within that price.
    await other.locator('.categories [aria-current=true]', { hasText: /^Weather\s*2$/ }).waitFor();

    await other.getByRole('navigation', { name: 'Chain' }).getByRole('link', { name: 'solana' }).click();
    await other.waitForURL(/chain=solana/);
    t.strictSame(await resultNames(other), ['Storm Watch']);
    await other.locator('.categories [aria-current=true]', { hasText: /^Weather\s*1$/ }).waitFor();
    const values = await other
      .getByLabel('Status')
      .locator('option')
      .evaluateAll((options) => options.map((option) => option.getAttribute('value')));
    t.strictSame(values, ['', 'unverified'], 'what would find nothing is not offered');
    await other.goto(`${other.url()}&status=verified`);
    await other.getByRole('heading', { name: 'Nothing found' }).waitFor();
    await other.getByLabel('Sort').selectOption({ label: 'Newest' });
    await other.waitForURL(/sortBy=createdAt/);
  });

  t.test('a price that is no number is refused in words, and full-width digits are understood', async (t) => {
    const page = await openPage(t, scene);
    const release = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    const price = page.getByLabel('Maximum price');
    await price.fill('cheap');
    release();
    await page.getByText('A number such as 0.01').waitFor();
    t.equal(await price.getAttribute('aria-invalid'), 'true');
    await price.fill('０．００１');
    await page.waitForURL('/?currency=USDC&maxPricePerRequest=0.001');
    t.strictSame(await resultNames(page), ['Sky Reader']);
  });

  t.test('a price filter has a currency, and an order by price says when it mixes currencies', async (t) => {
    const page = await openPage(t, scene);
    await page.goto('/?category=coins&sortBy=price&sortOrder=desc');
    t.strictSame(await resultNames(page), ['円かぞえ', 'Coin Counter']);
    await page.getByText('Prices in 2 currencies are compared').waitFor();
    await page.locator('.mixed').getByRole('link', { name: 'JPYC' }).click();
    await page.waitForURL('/?category=coins&currency=JPYC&sortBy=price&sortOrder=desc');
    t.strictSame(await resultNames(page), ['円かぞえ']);
    t.equal(await page.locator('.mixed').count(), 0);
    t.equal(await page.getByLabel('Currency').inputValue(), 'JPYC');

    await page.getByLabel('Maximum price in JPYC').fill('2');
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    await page.getByLabel('Currency').selectOption({ label: 'Any currency' });
    await page.waitForURL('/?category=coins&sortBy=price&sortOrder=desc');
    t.equal((await resultNames(page)).length, 2);
    t.equal(await page.getByLabel('Maximum price in USDC').inputValue(), '');

    await page.goto('/?query=coins&sortBy=price');
    await page.getByText('Prices in 2 currencies are compared').waitFor();
    await page.goto('/?maxPricePerRequest=0.001');
    await page.getByText('Any currency, compared as plain numbers').waitFor();
    await page.getByLabel('Maximum price').fill('');
    await page.waitForURL('/');
    await page.goto('/?category=weather&sortBy=price');
    await resultNames(page);
    t.equal(await page.locator('.mixed').count(), 0, 'nothing is mixed among services of one currency');
  });

  t.test('pages lead through the whole catalog, each service once', async (t) => {
    const page = await openPage(t, scene);
    await page.goto('/?sortBy=name');
    const all = await resultNames(page);
    for (const number of [2, 3]) {
      await page.getByRole('link', { name: 'Next' }).click();
      await page.waitForURL(`/?sortBy=name&offset=${20 * (number - 1)}`);
      await page.locator('.results[aria-busy=false]').waitFor();
      all.push(...(await resultNames(page)));
    }
    t.equal(all.length, serviceCount);
    t.equal(new Set(all).size, serviceCount);
    t.equal(await page.getByRole('link', { name: 'Next' }).count(), 0);
  });

  t.test('back leads from a service to the results as they were left, and then to before the typing', async (t) => {
    const page = await openPage(t, scene, { viewport: { width: 900, height: 500 } });
    await page.goto('/');
    await resultNames(page);
    await searchBox(page).pressSequentially('records');
    await page.waitForURL('/?query=records');
    await page.getByText('Filler').first().waitFor();
    await resultNames(page);
    await page.locator('.row').nth(15).scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => scrollY);
    const name = await page.locator('.row h2').nth(15).textContent();
    await page.locator('.row h2 a').nth(15).click();
    await page.getByRole('heading', { level: 1, name: name ?? '' }).waitFor();
    t.equal(await page.evaluate(() => scrollY), 0);

    await page.goBack();
    await page.waitForURL('/?query=records');
    await page.locator('.rows').waitFor();
    t.equal(await page.evaluate(() => scrollY), scrolled);
    t.equal(await page.locator(':focus').textContent(), name, 'the visited result has the focus');
    t.equal(await searchBox(page).inputValue(), 'records');

    await page.goBack();
    await page.waitForURL('/');
    await until(async () => (await searchBox(page).inputValue()) === '', {
      message: 'the box still holds what was typed',
    });
    await page.goForward();
    await page.locator('.because').waitFor();
    t.equal(await searchBox(page).inputValue(), 'records');
  });

  t.test('a filter with a value that does not exist is refused in words, with a way out', async (t) => {
    const page = await openPage(t, scene);
    await page.goto('/?chain=base-mainnet');
    await page.getByText('did you mean "base"').waitFor();
    await page.locator('.notice').getByRole('link', { name: 'Clear filters' }).click();
    t.equal((await resultNames(page)).length, 20);
  });
}
