import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createRelay, endTogether } from '@shirube/testing';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { openPage, type Scene, waitForContent } from './scene.js';

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };

/** The violations that axe reports, with the elements concerned. */
export async function violations(page: Page): Promise<string[]> {
  // A page is rendered by its script, which may run after the load event.
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
  /** The sum of all layout shifts so far; defined in pages that observe them. */
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

/** Passes data on like a line with 100 kB in a second. The slow lines that Chromium emulates hang now and then. */
function slowLine(user: Socket, server: Socket): void {
  endTogether(user, server);
  user.pipe(server);
  const passOn = async () => {
    for await (const data of server) {
      for (let at = 0; at < data.length; at += 2_000) {
        await delay(20);
        user.write(data.subarray(at, at + 2_000));
      }
    }
  };
  passOn().catch(() => user.destroy());
}

export function quality(t: Test, scene: Scene): void {
  const places = {
    list: '/',
    'intent results': '/?query=translate+documents+on+base',
    'nothing found': '/?query=xqzwv',
    comparison: `/compare?ids=${['Lingua', 'Sky Reader'].map((name) => scene.services.get(name)?.id).join()}`,
    'service page': `/services/${scene.services.get('Lingua')?.id}`,
    statistics: '/stats',
    'check of an API': '/check',
    'listing of an API': '/list',
    'key form': '/account',
    monitor: '/monitor',
    'API reference': '/docs#registerService',
    'unknown page': '/no/such/page',
    'unknown service': '/services/nobody',
  };

  for (const colorScheme of ['light', 'dark'] as const) {
    t.test(`axe finds nothing to object to in ${colorScheme}`, async (t) => {
      const page = await openPage(t, scene, { colorScheme, viewport: desktop });
      for (const [name, path] of Object.entries(places)) {
        await page.goto(path);
        await waitForContent(page);
        t.strictSame(await violations(page), [], name);
      }
    });
  }

  t.test('axe finds nothing to object to on a phone, in Japanese, with the filters open', async (t) => {
    const page = await openPage(t, scene, { locale: 'ja-JP', viewport: phone });
    await page.goto('/');
    await waitForContent(page);
    await page.getByRole('button', { name: '絞り込み' }).first().click();
    await page.getByLabel('チェーン').waitFor();
    t.strictSame(await violations(page), []);
    t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
  });

  t.test('nothing jumps while a page loads over a slow line', async (t) => {
    const line = await createRelay(t, scene.directory.url, slowLine);
    await line.listen();
    for (const viewport of [desktop, phone]) {
      const page = await openPage(t, scene, { viewport, baseURL: line.url });
      await page.addInitScript(observeLayoutShifts);
      // Without its target, to which the browser itself scrolls once the page is there.
      for (const [name, path] of Object.entries({ ...places, 'API reference': '/docs' })) {
        await page.goto(path);
        await waitForContent(page);
        const shift = await page.evaluate(() => layoutShift());
        t.equal(shift, 0, `${name} at ${viewport.width}`);
      }
    }
  });

  t.test('nothing jumps in a page that arrives in parts', async (t) => {
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
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
      response.end(body.subarray(cut));
    });
    await new Promise<void>((resolve) => void inParts.listen(0, '127.0.0.1', resolve));
    t.teardown(() => void inParts.close());
    const origin = `http://127.0.0.1:${(inParts.address() as AddressInfo).port}`;
    const page = await openPage(t, { ...scene, directory: { url: origin } }, { viewport: desktop });
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
  });

  t.test('the first view takes less than 100 kB, all of it from this origin', async (t) => {
    const page = await openPage(t, scene);
    const origins = new Set<string>();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    await page.goto('/');
    await waitForContent(page);
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
