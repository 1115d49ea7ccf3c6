import { createClient } from '@shirube/client';
import { until } from '@shirube/testing';
import type { Test } from 'tap';
import { createPage } from '../../dist/createPage.js';
import { serviceCount } from './registerServices.js';
import { clearCache, holdScripts, openPage, resultNames, type Scene } from './scene.js';

/** What the server renders, and how the browser takes it over. */
export function rendered(t: Test, scene: Scene): void {
  const service = `/services/${scene.services.get('Lingua')?.id}`;
  const fetchPage = (path: string, headers: Record<string, string> = {}) =>
    fetch(scene.directory.url + path, { headers: { accept: 'text/html', ...headers } });

  t.test('the statistics are plots and tables in both languages, which search engines may index', async (t) => {
    const page = await openPage(t, scene, { javaScriptEnabled: false });
    await page.goto('/stats');
    t.equal(await page.title(), 'Statistics – Shirube 標');
    t.equal(await page.locator('meta[name=robots]').count(), 0);
    const chains = page.getByRole('region', { name: 'Chain' }).getByRole('row');
    t.match(await chains.allTextContents(), [/^Chain/, /^base\d+/, /^[a-z:]+1$/i]);
    const weeks = page.getByRole('article').filter({ hasText: 'New services per week' });
    t.equal(await weeks.locator('svg rect').count(), 12, 'a column for each whole week of 90 days');
    t.match((await weeks.locator('.period span').allTextContents()).join(), /^[A-Z][a-z]+ \d+,[A-Z][a-z]+ \d+$/);
    await weeks.locator('summary').click();
    const { total } = await createClient({ baseUrl: scene.directory.url }).readStats();
    t.match(await weeks.getByRole('row').nth(1).textContent(), new RegExp(`${total}$`), 'all came this week');
    await page.goto('/stats?lang=ja');
    await page.getByRole('heading', { name: '週ごとの決済' }).waitFor();
  });

  t.test('the browser goes on from what the server rendered, on every page', async (t) => {
    const id = service.split('/')[2];
    const ids = ['Lingua', 'Sky Reader'].map((name) => scene.services.get(name)?.id);
    /** By route, an address and the requests for what only the script shows. */
    const pages: Record<string, { path: string; requests?: string[] }> = {
      '/': { path: '/' },
      '/services/:id': { path: service, requests: [`/api/services/${id}/changes`, `/api/services/${id}/history`] },
      '/providers/:id': {
        path: `/providers/${new URL(scene.services.get('Lingua')?.endpoint ?? '').hostname.replace('api.', '')}`,
      },
      '/compare': { path: `/compare?ids=${ids}` },
      '/list': { path: `/list?url=${scene.directory.url}` },
      '/check': { path: `/check?url=${scene.directory.url}` },
      '/monitor': { path: '/monitor' },
      '/stats': { path: '/stats' },
      '/docs': { path: '/docs' },
      '/account': { path: '/account' },
      '/account/*': { path: '/account/insights' },
      '/admin': { path: '/admin' },
    };
    t.strictSame(Object.keys(pages).sort(), [...(await createPage()).routes].sort());
    const page = await openPage(t, scene, { isNew: true });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const scriptBytes: Record<string, number> = {};
    for (const { path, requests: expected = [] } of [...Object.values(pages), { path: '/?category=weather' }]) {
      await clearCache(page);
      requests.length = 0;
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      const data = requests.filter((request) => request.startsWith('/api/') || request === '/openapi.json');
      t.strictSame(data.sort(), expected, `nothing that is there is requested again: ${path}`);
      scriptBytes[path] = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.js'))
          .reduce((sum, entry) => sum + ('transferSize' in entry ? Number(entry.transferSize) : 0), 0),
      );
    }
    requests.length = 0;
    await page.getByLabel('Sort').selectOption({ label: 'Newest' });
    await page.waitForURL(/sortBy=createdAt/);
    await resultNames(page);
    t.strictSame(
      requests.filter((path) => path.startsWith('/api/')),
      ['/api/services'],
      'a list in another order is one request',
    );
    t.strictSame(page.complaints, []);

    await t.test('all scripts of a page take at most 60 kB', async (t) => {
      for (const [path, bytes] of Object.entries(scriptBytes))
        t.ok(bytes > 5_000 && bytes <= 60_000, `${path}: ${bytes} bytes`);
    });
  });

  t.test('the first paint shows the HTML of the server, and needs no script', async (t) => {
    const page = await openPage(t, scene);
    const release = await holdScripts(page);
    await page.goto(service, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    t.equal(await page.locator('h1').textContent(), 'Lingua');
    release();
    await page.getByRole('heading', { name: 'Availability' }).waitFor();
  });

  t.test('addresses to copy keep the public origin of the directory once the script runs', async (t) => {
    const page = await openPage(t, scene);
    const origin = 'https://directory.example';
    await page.route(scene.directory.url + service, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(scene.directory.url, origin) });
    });
    await page.goto(service);
    await page.getByRole('heading', { name: 'Availability' }).waitFor();
    t.match(await page.locator('.copy').filter({ hasText: '/badges/' }).textContent(), `${origin}/badges/`);
    t.notMatch(await page.locator('main').textContent(), scene.directory.url);
  });

  t.test('a service page describes itself to search engines and to those who share its link', async (t) => {
    const page = await openPage(t, scene, { javaScriptEnabled: false });
    await page.goto(`${service}?from=elsewhere`);
    const content = (name: string) => page.locator(`meta[${name}]`).getAttribute('content');
    t.equal(await content('property="og:title"'), 'Lingua – Shirube 標');
    t.match(await content('name="description"'), /Translate/);
    t.equal(await page.locator('link[rel=canonical]').getAttribute('href'), scene.directory.url + service);
    const inJapanese = `${scene.directory.url}${service}?lang=ja`;
    t.equal(await page.locator('link[hreflang=ja]').getAttribute('href'), inJapanese);
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
    t.match(data, { '@type': 'WebAPI', name: 'Lingua', offers: { '@type': 'Offer', priceCurrency: 'USDC' } });
    t.equal(await page.locator('meta[name=robots]').count(), 0);
    t.match(await content('name="twitter:card"'), 'summary_large_image');
    const picture = (await content('property="og:image"')) ?? '';
    t.equal(picture, `${scene.directory.url}/card.png`);
    const image = await page.request.get(picture);
    t.match(image.headers(), { 'content-type': 'image/png' });
    const png = await image.body();
    const size = ['width', 'height'].map((side) => content(`property="og:image:${side}"`));
    t.strictSame(
      await Promise.all(size),
      [16, 20].map((offset) => `${png.readUInt32BE(offset)}`),
    );
    await page.goto(`${service}?lang=ja`);
    t.equal(await page.locator('link[rel=canonical]').getAttribute('href'), inJapanese, 'a page of its own');
    t.match(await (await fetchPage('/docs')).text(), '<title>API reference – Shirube 標</title>');
    await page.goto('/?query=weather');
    t.equal(await content('name="robots"'), 'noindex');
  });

  t.test(
    'a removed service is a page with 410, and an unknown address a page with 404 for browsers only',
    async (t) => {
      const unknown = await fetchPage('/no/such/page', { 'accept-language': 'ja' });
      t.equal(unknown.status, 404);
      t.match(await unknown.text(), 'ページが見つかりません');
      const problem = await fetchPage('/no/such/page', { accept: '*/*' });
      t.equal(problem.status, 404);
      t.match(problem.headers.get('content-type'), 'application/problem+json');

      const client = createClient({ baseUrl: scene.directory.url, key: scene.directory.apiKey });
      const lingua = scene.services.get('Lingua');
      if (!lingua) throw new Error('Lingua is not registered');
      const { name, description, category, pricing, x402Config } = lingua;
      const endpoint = 'https://api.example.com/short-lived';
      const isListed = async (count: number) => (await client.listServices({ limit: 1 })).total === count;
      const temporary = await client.registerService({ name, description, category, pricing, x402Config, endpoint });
      await until(() => isListed(serviceCount + 1), { message: 'it is not searchable' });
      await client.removeService(temporary.id);
      const removed = await fetchPage(`/services/${temporary.id}`);
      t.equal(removed.status, 410);
      t.match(await removed.text(), 'This service was removed');
      await until(() => isListed(serviceCount), { message: 'it can still be found' });
    },
  );

  t.test('feeds, sitemap and search description name every service by absolute addresses', async (t) => {
    const { url } = scene.directory;
    const text = async (path: string) => (await fetch(url + path)).text();
    const feed = await text('/feed.atom?category=weather');
    t.match(feed, '<title>Storm Watch</title>');
    t.notMatch(feed, 'Lingua');
    t.match(await text('/feed.atom?query=translate'), '<title>Lingua</title>');
    t.match(await text('/feed.atom?query=translate&chain=base'), '<title>Shirube 標 · translate · base</title>');
    t.match(
      await text('/feed.atom?query=translate&maxPricePerRequest=0.02'),
      `<link href="${url}/?query=translate&amp;maxPricePerRequest=0.02"/>`,
      'and the page with the same filters',
    );
    t.equal((await fetch(`${url}/feed.atom?colour=red`)).status, 400);
    t.match(await text('/sitemap.xml'), `<loc>${url}/sitemap-1.xml</loc><lastmod>`);
    t.match(await text('/sitemap-1.xml'), `<loc>${url}${service}</loc>`);
    t.equal((await fetch(`${url}/sitemap-2.xml`)).status, 404);
    t.match(await text('/robots.txt'), `Sitemap: ${url}/sitemap.xml`);
    t.match(await text('/opensearch.xml'), `template="${url}/?query={searchTerms}"`);
    for (const path of ['/favicon.ico', '/manifest.webmanifest']) t.equal((await fetch(url + path)).status, 200, path);
  });
}
