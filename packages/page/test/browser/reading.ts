import type { Test } from 'tap';
import { hostileName } from './registerServices.js';
import { openPage, resultNames, type Scene, searchBox } from './scene.js';

export function reading(t: Test, { services, ...rest }: Scene): void {
  const scene = { services, ...rest };
  const address = (name: string) => `/services/${services.get(name)?.id}`;

  t.test('a service page shows price, payment, record and what to paste', async (t) => {
    const page = await openPage(t, scene, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(address('Quote\'s "API"'));
    await page.getByText('Not yet').waitFor();
    t.match(await page.locator('.facts').textContent(), /0\.02 USDC.*Unverified|0\.02 USDC/);
    t.ok(await page.getByText('0x209693Bc6afc0C5328bA36FaF03C514EF312287C').isVisible());
    const link = page.locator('.endpoint a');
    t.equal(await link.getAttribute('rel'), 'noopener nofollow');
    t.equal(await link.getAttribute('href'), "https://api.example.com/it's?a=$(id)&b=1");
    await page.getByRole('button', { name: 'Copy: Call it' }).click();
    await page.getByText('Copied').waitFor({ state: 'attached' });
    t.equal(
      await page.evaluate(() => navigator.clipboard.readText()),
      `curl -i 'https://api.example.com/it'\\''s?a=$(id)&b=1'`,
    );
    t.strictSame(page.complaints, []);
  });

  t.test('a service that does not exist is said not to', async (t) => {
    const page = await openPage(t, scene);
    await page.goto('/services/nobody');
    await page.getByRole('heading', { name: 'There is no such service' }).waitFor();
    await page.getByRole('link', { name: 'To the directory' }).click();
    t.equal((await resultNames(page)).length, 20);
  });

  t.test('markup in the catalog is shown as text, in the list, among results and on its page', async (t) => {
    const page = await openPage(t, scene);
    for (const path of ['/?category=oddities', '/?q=bold+oddity']) {
      await page.goto(path);
      t.strictSame(await resultNames(page), [hostileName]);
      t.match(
        await page.locator('.row .description').textContent(),
        '"><svg onload=alert(1)> & <b>bold</b> oddity',
      );
    }
    await page.locator('.row a').click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    t.equal(await page.locator('h1').textContent(), hostileName);
    t.equal(await page.title(), `${hostileName} – Shirube 標`);
    t.equal(await page.locator('main script, main img, main b, [onerror], [onload]').count(), 0);
    t.strictSame(page.complaints, []);
  });

  t.test('the language follows the browser, can be changed, and is remembered', async (t) => {
    const page = await openPage(t, scene, { locale: 'ja-JP' });
    await page.goto('/');
    await page.getByRole('heading', { name: '使った分だけ払うAPIを探す。' }).waitFor();
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Find an API. Pay by the request.' }).waitFor();
    t.equal(await page.locator('html').getAttribute('lang'), 'en');
    await page.reload();
    await page.getByRole('heading', { name: 'Find an API. Pay by the request.' }).waitFor();
  });

  t.test('everything can be reached by keyboard', async (t) => {
    const page = await openPage(t, scene);
    await page.goto('/');
    await resultNames(page);
    await page.keyboard.press('Tab');
    t.equal(await page.locator(':focus').textContent(), 'Skip to results');
    await page.keyboard.press('Enter');
    await page.keyboard.press('/');
    t.ok(
      await searchBox(page).evaluate((box) => box === document.activeElement),
      'the slash leads to the box',
    );
    await page.keyboard.type('weather');
    await page.waitForURL('/?q=weather');
    await page.locator('.because').waitFor();
    const [first = '', second = ''] = await resultNames(page);
    await page.getByRole('link', { name: first, exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    t.equal(await page.locator(':focus').textContent(), second);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: second }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('/?q=weather');
    await page.locator('.rows').waitFor();
    await searchBox(page).focus();
    await page.keyboard.press('Escape');
    await page.waitForURL('/');
  });
}
