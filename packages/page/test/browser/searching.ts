import type { Page, Request } from 'playwright-core';
import type { Test } from 'tap';
import { holdScripts, openPage, resultNames, type Scene, searchBox } from './scene.js';

const chips = (page: Page) => page.locator('.words li').allTextContents();

export function searching(t: Test, scene: Scene): void {
  t.test('the list appears without a query, and narrows while a word is typed', async (t) => {
    const page = await openPage(t, scene);
    await page.goto('/');
    t.equal((await resultNames(page)).length, 20);
    await searchBox(page).pressSequentially('weather');
    await page.getByText('Sky Reader').waitFor();
    await page.waitForURL('/?query=weather');
    t.ok((await resultNames(page)).includes('Storm Watch'));
    t.strictSame(page.complaints, []);
  });

  t.test('a query and filters that were entered before the script runs are applied', async (t) => {
    const page = await openPage(t, scene);
    const release = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await searchBox(page).fill('weather');
    await page.getByLabel('Sort').selectOption({ label: 'Name' });
    await page.getByLabel('Status').selectOption('unverified');
    release();
    await page.waitForURL('/?query=weather&status=unverified&sortBy=name');
    t.strictSame((await resultNames(page)).slice(0, 2), ['Sky Reader', 'Storm Watch']);
  });

  t.test('the results of a sentence have its words marked, and say why they are there', async (t) => {
    const page = await openPage(t, scene);
    await page.goto('/?query=I+need+to+translate+my+documents');
    const first = page.locator('.row').first();
    t.equal(await first.locator('h2').textContent(), 'Lingua');
    t.strictSame(await first.locator('.description mark').allTextContents(), ['Translate', 'documents']);
    t.equal(await first.locator('.reason').textContent(), 'Translate documents, in the description');
    t.match(await page.locator('.because').textContent(), /documents/);
  });

  t.test('a Japanese sentence finds English entries too, with the translated word marked', async (t) => {
    const page = await openPage(t, scene, { locale: 'ja-JP' });
    await page.goto('/');
    t.equal(await page.locator('html').getAttribute('lang'), 'ja');
    await searchBox(page).fill('天気を調べたい');
    await page.locator('.because').waitFor();
    const names = await resultNames(page);
    t.ok(names.includes('お天気便') && names.includes('Sky Reader'), names.join());
    const english = page.locator('.row', { hasText: 'Sky Reader' });
    t.strictSame(await english.locator('.description mark').allTextContents(), ['weather', 'forecast']);
    t.match(await page.locator('.because').textContent(), /天気/);
  });

  t.test('the chain and the price in a sentence become filters that are shown', async (t) => {
    const page = await openPage(t, scene);
    await page.goto('/?query=weather+on+solana');
    t.strictSame(await resultNames(page), ['Storm Watch']);
    t.strictSame(await chips(page), ['on solana']);
    await page.goto('/?query=free+weather');
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    t.match(await page.locator('.words').textContent(), 'Free');
  });

  t.test('the filters from a sentence can be removed one by one, and restored', async (t) => {
    const page = await openPage(t, scene);
    await page.goto('/?query=weather+on+solana+for+at+most+0.01+USDC');
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    t.strictSame(await chips(page), ['at most 0.01 USDC', 'on solana']);
    await page.getByRole('link', { name: 'Remove: at most 0.01 USDC' }).click();
    t.strictSame(await resultNames(page), ['Storm Watch']);
    t.strictSame(await chips(page), ['any price', 'on solana']);
    t.match(page.url(), /ignore=maxPricePerRequest%2Ccurrency/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    t.strictSame(await chips(page), ['at most 0.01 USDC', 'on solana'], 'the focus stayed on its link');
    await page.goBack();
    await page.getByRole('link', { name: 'Remove: on solana' }).click();
    await page.getByText('Sky Reader').waitFor();
    t.strictSame(await chips(page), ['any price', 'any chain']);

    const other = await openPage(t, scene, { locale: 'ja-JP' });
    await other.goto(page.url());
    t.ok((await resultNames(other)).includes('Sky Reader'));
    t.strictSame(await chips(other), ['料金の条件なし', 'チェーンの条件なし']);
    await searchBox(other).fill('0.001ドル以下の天気予報');
    await other.waitForURL((url) => !url.searchParams.has('ignore'));
    t.strictSame(await resultNames(other), ['Sky Reader']);
    t.match((await chips(other))[0], /^0\.001ドル以下$/);
  });

  t.test('services with a word that a sentence excludes are left out until the exclusion is removed', async (t) => {
    const page = await openPage(t, scene);
    await page.goto('/?query=weather,+not+storms');
    t.ok((await resultNames(page)).includes('Sky Reader'));
    t.notOk((await resultNames(page)).includes('Storm Watch'));
    t.strictSame(await chips(page), ['without storms']);
    await page.getByRole('link', { name: 'Remove: without storms' }).click();
    await page.getByText('Storm Watch').waitFor();
  });

  t.test('the page says so if it is unsure of its results', async (t) => {
    const page = await openPage(t, scene);
    await page.goto('/?query=weather+in+the+stomach+of+a+dinosaur');
    await page.locator('.because').waitFor();
    t.match(await page.locator('.because').textContent(), /may not be what you need/);
    await page.goto('/?query=weather+forecast');
    await page.locator('.because').waitFor();
    t.notMatch(await page.locator('.because').textContent(), /may not be what you need/);
  });

  t.test('every page of a search shows the same total', async (t) => {
    const page = await openPage(t, scene);
    for (const text of ['records', 'recor']) {
      const counts: (string | null)[] = [];
      for (const number of [1, 2, 3]) {
        await page.goto(`/?query=${text}&offset=${20 * (number - 1)}`);
        t.ok((await resultNames(page)).length > 0, `${text}, page ${number}`);
        counts.push(await page.locator('.count').textContent());
      }
      t.equal(new Set(counts).size, 1, `${text}: ${counts}`);
    }
  });

  t.test('a half-typed word and a typo still find something', async (t) => {
    const page = await openPage(t, scene);
    await page.goto('/?query=transl');
    t.ok((await resultNames(page)).includes('Lingua'));
    await page.goto('/?query=wether+forcast');
    t.ok((await resultNames(page)).includes('Sky Reader'));
  });

  t.test('where nothing is found the page says so and offers a way out', async (t) => {
    const page = await openPage(t, scene);
    await page.goto('/?query=xqzwv&chain=base');
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    t.equal((await page.locator('.summary .count').textContent())?.trim(), '', 'and says so once');
    await page.locator('.notice').getByRole('link', { name: 'Clear filters' }).click();
    await page.waitForURL('/?query=xqzwv');
  });

  t.test('the request for a query is aborted when another query follows', async (t) => {
    const page = await openPage(t, scene);
    await page.goto('/');
    await resultNames(page);
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/q=translate/, async (route) => {
      await gate;
      await route.abort();
    });
    const isOld = (request: Request) => request.url().includes('q=translate');
    const request = page.waitForRequest(isOld);
    const givenUp = page.waitForEvent('requestfailed', isOld);
    await searchBox(page).fill('translate');
    await request;
    await searchBox(page).fill('weather');
    t.equal((await givenUp).failure()?.errorText, 'net::ERR_ABORTED');
    release();
    await page.getByText('Sky Reader').waitFor();
    t.notOk((await resultNames(page)).includes('Lingua'));
  });
}
