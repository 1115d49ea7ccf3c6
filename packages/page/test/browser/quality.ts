import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { openPage, type Scene, waitForContent, waitForPaint } from './scene.js';

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 900 };

/** The violations that axe reports in the light theme, with the elements concerned. */
export const violations = (page: Page) => runAxe(page, { resultTypes: ['violations'] });

/** The contrasts that axe objects to. In the dark theme only colours differ. */
export const contrastViolations = (page: Page) =>
  runAxe(page, { resultTypes: ['violations'], runOnly: ['color-contrast'] });

async function runAxe(page: Page, options: axe.RunOptions): Promise<string[]> {
  // A page is rendered by its script, which may run after the load event.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (options) => {
    const found = await window.axe.run(options);
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, options);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
  /** The sum of all layout shifts so far; defined in pages that observe them. */
  var layoutShift: () => number;
}

export function observeLayoutShifts(): void {
  const shifts: (PerformanceEntry & { value?: number })[] = [];
  const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  globalThis.layoutShift = () => {
    shifts.push(...observer.takeRecords());
    return shifts.reduce((sum, { value = 0 }) => sum + value, 0);
  };
}

/** Every kind of page, by name. */
export const everyPlace = ({ services }: Scene) => ({
  list: '/',
  'intent results': '/?query=translate+documents+on+base',
  'nothing found': '/?query=xqzwv',
  comparison: `/compare?ids=${['Lingua', 'Sky Reader'].map((name) => services.get(name)?.id).join()}`,
  'service page': `/services/${services.get('Lingua')?.id}`,
  statistics: '/stats',
  'check of an API': '/check',
  'listing of an API': '/list',
  'key form': '/account',
  monitor: '/monitor',
  'API reference': '/docs#registerService',
  'unknown page': '/no/such/page',
  'unknown service': '/services/nobody',
});

/**
 * Kilobytes of the front page with its styles, scripts and data, and the script of services that it loads ahead. With 53
 * services 62 are used.
 */
const firstViewBudget = 70;

/**
 * Removes what the closed routes of the API reference hide: nearly all of its 44,655 elements. Axe passes it over, but
 * takes 20 s of processor time for that.
 */
const removeClosedRoutes = (page: Page) =>
  page.locator('.reference-operation:not([open]) > :not(summary)').evaluateAll((hidden) => {
    for (const part of hidden) part.remove();
  });

export function quality(t: Test, scene: Scene): void {
  const places = everyPlace(scene);

  t.test('axe finds nothing to object to on any page, nor in the contrasts of its dark theme', async (t) => {
    const page = await openPage(t, scene, { viewport: desktop });
    for (const [name, path] of Object.entries(places)) {
      await page.goto(path);
      await waitForContent(page);
      if (path.startsWith('/docs')) await removeClosedRoutes(page);
      t.strictSame(await violations(page), [], name);
      // Only styles depend on the theme. Without motion, its colours are there at once.
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      t.strictSame(await contrastViolations(page), [], `${name} in the dark`);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
    }
  });

  t.test('axe finds nothing to object to on a phone, in Japanese, with the filters open', async (t) => {
    const page = await openPage(t, scene, { locale: 'ja-JP', viewport: phone });
    await page.goto('/');
    await waitForContent(page);
    await page.getByRole('button', { name: '絞り込み' }).first().click();
    await page.getByLabel('チェーン').waitFor();
    t.strictSame(await violations(page), []);
    t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
  });

  t.test('nothing on a page jumps while it arrives in parts', async (t) => {
    const { url } = scene.directory;
    // Each page is cut in its header, its form or its content.
    const cuts = {
      '/': ['</a><a href="/docs"', '<input', '<option value="newest"', 'class="currency"', 'class="status'],
      [`/services/${scene.services.get('Lingua')?.id}`]: [
        '</a><a href="/docs"',
        'class="currency"',
        'class="status',
        '<dd',
      ],
    };
    let cut = 0;
    const inParts = createServer(async (request, response) => {
      const answer = await fetch(url + request.url, { headers: { accept: request.headers.accept ?? '' } });
      const body = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
      if (!request.headers.accept?.includes('text/html')) return void response.end(body);
      response.write(body.subarray(0, cut));
      await page.locator('nav a').first().waitFor({ state: 'attached' });
      await waitForPaint(page);
      response.end(body.subarray(cut));
    });
    await new Promise<void>((resolve) => void inParts.listen(0, '127.0.0.1', resolve));
    t.teardown(() => void inParts.close());
    const origin = `http://127.0.0.1:${(inParts.address() as AddressInfo).port}`;
    const page = await openPage(t, { ...scene, directory: { url: origin } }, { viewport: desktop, isNew: true });
    await page.addInitScript(observeLayoutShifts);
    for (const [path, parts] of Object.entries(cuts)) {
      const html = Buffer.from(await (await fetch(url + path, { headers: { accept: 'text/html' } })).arrayBuffer());
      for (const part of parts) {
        cut = html.indexOf(part, html.indexOf('<body'));
        t.ok(cut > 0, `${path} has ${part}`);
        await page.goto(path);
        await waitForContent(page);
        t.equal(await page.evaluate(() => layoutShift()), 0, `${path}, cut before ${part}`);
      }
    }
    await page.evaluate(() =>
      document.body.prepend(document.createElement('h1'), 'Something that pushes the rest down'),
    );
    await waitForPaint(page);
    t.ok((await page.evaluate(() => layoutShift())) > 0, 'a jump would be noticed');
  });

  t.test(`the first view takes at most ${firstViewBudget} kB, all of it from this origin`, async (t) => {
    const page = await openPage(t, scene, { isNew: true });
    const origins = new Set<string>();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    await page.goto('/');
    await waitForContent(page);
    const bytes = await page.evaluate(() =>
      performance
        .getEntries()
        .reduce((sum, entry) => sum + ('transferSize' in entry ? Number(entry.transferSize) : 0), 0),
    );
    t.ok(bytes > 10_000 && bytes <= firstViewBudget * 1000, `${bytes} bytes`);
    t.strictSame([...origins], [scene.directory.url]);
    t.strictSame(page.complaints, []);
  });
}
