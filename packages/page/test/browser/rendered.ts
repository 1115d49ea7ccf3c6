import { createClient } from '@shirube/client';
import type { Test } from 'tap';
import { openPage, resultNames, type Scene, settled } from './scene.js';

/** What the server renders, and what the browser makes of it. */
export function rendered(t: Test, scene: Scene): void {
  const service = `/services/${scene.services.get('Lingua')?.id}`;
  const fetchPage = (path: string, headers: Record<string, string> = {}) =>
    fetch(scene.directory.url + path, { headers: { accept: 'text/html', ...headers } });

  t.test('without JavaScript one searches, filters, turns pages, reads, and changes the language', async (t) => {
    const page = await openPage(t, scene, { javaScriptEnabled: false });
    await page.goto('/');
    t.equal((await resultNames(page)).length, 20);
    await page.getByRole('link', { name: 'Next' }).click();
    t.match(page.url(), /\?page=2$/);
    t.equal((await resultNames(page)).length, 20);

    await page.goto('/');
    await page.getByRole('textbox', { name: 'Search the directory' }).fill('weather on solana');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=weather/);
    t.strictSame(await resultNames(page), ['Storm Watch']);
    await page.getByRole('link', { name: 'Remove: on solana' }).click();
    t.ok((await resultNames(page)).includes('Sky Reader'));

    await page.goto('/?category=weather');
    await page.getByLabel('Chain').selectOption('solana');
    await page.locator('.filters .scriptless').click();
    await page.waitForURL(/chain=solana/);
    t.strictSame(await resultNames(page), ['Storm Watch'], 'beside the category');
    await page.locator('.row a').click();
    t.equal(await page.locator('h1').textContent(), 'Storm Watch');
    t.match(await page.locator('.facts').textContent(), /USDC/);

    await page.getByRole('link', { name: '日本語' }).click();
    t.equal(await page.locator('html').getAttribute('lang'), 'ja');
    await page.locator('.home').click();
    await page.getByRole('heading', { name: '使った分だけ払うAPIを探す。' }).waitFor();
  });

  t.test('the browser goes on from what the server rendered: nothing is asked twice', async (t) => {
    const page = await openPage(t, scene);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/?category=weather');
    await settled(page);
    await page.getByLabel('Sort').selectOption({ label: 'Newest' });
    await page.waitForURL(/sort=newest/);
    await resultNames(page);
    t.strictSame(
      asked.filter((path) => path.startsWith('/api/')),
      ['/api/services'],
      'the list in another order, and nothing before',
    );
    t.strictSame(page.complaints, []);
  });

  t.test('the first paint is that of the HTML, and needs no script', async (t) => {
    const page = await openPage(t, scene);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(service, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    t.equal(await page.locator('h1').textContent(), 'Lingua');
    release();
    await page.getByRole('heading', { name: 'Availability' }).waitFor();
  });

  t.test('all scripts of a page take at most 60 kB', async (t) => {
    const page = await openPage(t, scene);
    await page.goto(service);
    await page.getByRole('heading', { name: 'Availability' }).waitFor();
    const bytes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((sum, entry) => sum + ('transferSize' in entry ? Number(entry.transferSize) : 0), 0),
    );
    t.ok(bytes > 5_000 && bytes <= 60_000, `${bytes} bytes`);
  });

  t.test('those who share a link and search engines are told what it is about', async (t) => {
    const page = await openPage(t, scene, { javaScriptEnabled: false });
    await page.goto(`${service}?from=elsewhere`);
    const content = (name: string) => page.locator(`meta[${name}]`).getAttribute('content');
    t.equal(await content('property="og:title"'), 'Lingua – Shirube 標');
    t.match(await content('name="description"'), /Translate/);
    t.equal(await page.locator('link[rel=canonical]').getAttribute('href'), scene.directory.url + service);
    t.equal(await page.locator('link[hreflang=ja]').getAttribute('href'), `${scene.directory.url}${service}?lang=ja`);
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
    t.match(data, { '@type': 'WebAPI', name: 'Lingua', offers: { '@type': 'Offer', priceCurrency: 'USDC' } });
    t.equal(await page.locator('meta[name=robots]').count(), 0);
    await page.goto('/?q=weather');
    t.equal(await content('name="robots"'), 'noindex');
  });

  t.test('statuses are right, and an unknown address is a page for browsers alone', async (t) => {
    t.equal((await fetchPage('/services/nobody')).status, 404);
    const unknown = await fetchPage('/no/such/page', { 'accept-language': 'ja' });
    t.equal(unknown.status, 404);
    t.match(await unknown.text(), 'このアドレスには何もありません');
    const problem = await fetchPage('/no/such/page', { accept: '*/*' });
    t.equal(problem.status, 404);
    t.match(problem.headers.get('content-type'), 'application/problem+json');

    const client = createClient({ baseUrl: scene.directory.url, key: scene.directory.apiKey });
    const lingua = scene.services.get('Lingua');
    if (!lingua) throw new Error('Lingua is not registered');
    const { name, description, category, pricing, x402Config } = lingua;
    const endpoint = 'https://api.example.com/short-lived';
    const made = await client.register({ name, description, category, pricing, x402Config, endpoint });
    await client.remove(made.id);
    const removed = await fetchPage(`/services/${made.id}`);
    t.equal(removed.status, 410);
    t.match(await removed.text(), 'This service was removed');
  });

  t.test('feeds, sitemap and search description name every service by absolute addresses', async (t) => {
    const { url } = scene.directory;
    const text = async (path: string) => (await fetch(url + path)).text();
    const feed = await text('/feed.atom?category=weather');
    t.match(feed, '<title>Storm Watch</title>');
    t.notMatch(feed, 'Lingua');
    t.match(await text('/feed.atom?query=translate'), '<title>Lingua</title>');
    t.equal((await fetch(`${url}/feed.atom?colour=red`)).status, 400);
    t.match(await text('/sitemap.xml'), `<loc>${url}/sitemap-1.xml</loc><lastmod>`);
    t.match(await text('/sitemap-1.xml'), `<loc>${url}${service}</loc>`);
    t.equal((await fetch(`${url}/sitemap-2.xml`)).status, 404);
    t.match(await text('/robots.txt'), `Sitemap: ${url}/sitemap.xml`);
    t.match(await text('/opensearch.xml'), `template="${url}/?q={searchTerms}"`);
    for (const path of ['/favicon.ico', '/manifest.webmanifest']) t.equal((await fetch(url + path)).status, 200, path);
  });
}
