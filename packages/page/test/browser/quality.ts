import axe from 'axe-core';
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { openPage, type Scene, settled } from './scene.js';

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };

/** What axe objects to, with the elements concerned. */
export async function violations(page: Page): Promise<string[]> {
  // A page is drawn by its script, which may come after the load event.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const found = await window.axe.run();
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

declare global {
  interface Window {
    axe: typeof axe;
  }
  /** The sum of all layout shifts so far; there in pages that observe them. */
  var layoutShift: () => number;
}

function observeLayoutShifts(): void {
  const shifts: (PerformanceEntry & { value?: number })[] = [];
  const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  globalThis.layoutShift = () => {
    shifts.push(...observer.takeRecords());
    return shifts.reduce((sum, { value = 0 }) => sum + value, 0);
  };
}

export function quality(t: Test, scene: Scene): void {
  const places = {
    list: '/',
    'intent results': '/?q=translate+documents+on+base',
    'nothing found': '/?q=xqzwv',
    'service page': `/services/${scene.services.get('Lingua')?.id}`,
    'API reference': '/docs#registerService',
  };

  for (const colorScheme of ['light', 'dark'] as const) {
    t.test(`axe finds nothing to object to in ${colorScheme}`, async (t) => {
      const page = await openPage(t, scene, { colorScheme, viewport: desktop });
      for (const [name, path] of Object.entries(places)) {
        await page.goto(path);
        await settled(page);
        t.strictSame(await violations(page), [], name);
      }
    });
  }

  t.test('axe finds nothing to object to on a phone, in Japanese, with the filters open', async (t) => {
    const page = await openPage(t, scene, { locale: 'ja-JP', viewport: phone });
    await page.goto('/');
    await settled(page);
    await page.getByRole('button', { name: '絞り込み' }).first().click();
    await page.getByLabel('チェーン').waitFor();
    t.strictSame(await violations(page), []);
    t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
  });

  t.test('nothing jumps while a page loads over a slow line', async (t) => {
    for (const viewport of [desktop, phone]) {
      const page = await openPage(t, scene, { viewport });
      await page.addInitScript(observeLayoutShifts);
      const session = await page.context().newCDPSession(page);
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 150,
        downloadThroughput: 100_000,
        uploadThroughput: 100_000,
      });
      for (const [name, path] of Object.entries(places)) {
        await page.goto(path);
        await settled(page);
        const shift = await page.evaluate(() => layoutShift());
        t.equal(shift, 0, `${name} at ${viewport.width}`);
      }
    }
  });

  t.test('the first view takes less than 100 kB, all of it from this origin', async (t) => {
    const page = await openPage(t, scene);
    const origins = new Set<string>();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    await page.goto('/');
    await settled(page);
    const bytes = await page.evaluate(() =>
      performance
        .getEntries()
        .reduce((sum, entry) => sum + ('transferSize' in entry ? Number(entry.transferSize) : 0), 0),
    );
    t.ok(bytes > 10_000 && bytes < 100_000, `${bytes} bytes`);
    t.strictSame([...origins], [scene.directory.url]);
    t.strictSame(page.complaints, []);
  });
}
