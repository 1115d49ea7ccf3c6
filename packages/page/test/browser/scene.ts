import type { Service } from '@shirube/contracts';
import { patience, type TestDirectory } from '@shirube/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** What the browser tests share: one browser, one directory, its services by name. */
export interface Scene {
  browser: Browser;
  directory: TestDirectory;
  services: ReadonlyMap<string, Service>;
}

/**
 * Opens a page in its own profile, closed when the test ends. Its errors are collected in `complaints`. `goto` returns
 * once the script has taken the page over, unless it is told to wait for something else.
 */
export async function openPage(
  t: { teardown(fn: () => unknown): void },
  { browser, directory }: { browser: Browser; directory: { url: string } },
  options: BrowserContextOptions = {},
): Promise<Page & { complaints: string[] }> {
  const context = await browser.newContext({ baseURL: directory.url, locale: 'en-US', ...options });
  context.setDefaultTimeout(patience);
  t.teardown(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const goto = page.goto.bind(page);
  const gotoAndHydrate: Page['goto'] = async (url, gotoOptions) => {
    const response = await goto(url, gotoOptions);
    if (options.javaScriptEnabled !== false && !gotoOptions?.waitUntil) await waitForHydration(page);
    return response;
  };
  return Object.assign(page, { complaints, goto: gotoAndHydrate });
}

/** Waits until the script has run to its end, and its effects have: only then do buttons and keys do anything. */
async function waitForHydration(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await import(document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '');
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  });
}

/** Returns the names of the results, in order, once there are any. */
export async function resultNames(page: Page): Promise<string[]> {
  await page.locator('.results[aria-busy=false] .rows').waitFor();
  // A page that is still arriving has only some of its rows.
  await page.waitForLoadState('domcontentloaded');
  return page.locator('.rows h2 a').allTextContents();
}

export const searchBox = (page: Page) => page.getByRole('textbox', { name: /Search the directory|サービスを検索/ });

/** Waits until a view has its content and has painted it. */
export async function waitForContent(page: Page): Promise<void> {
  await page
    .locator(
      '.results[aria-busy=false] .rows, .details, .compare-page table, .notice, .account-page h1, .reference-operation',
    )
    .first()
    .waitFor();
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
}

/** Holds all scripts of the page back until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\.js$/, async (route) => {
    await gate;
    await route.continue();
  });
  return () => release();
}
