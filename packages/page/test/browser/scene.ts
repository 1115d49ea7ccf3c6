import { type Database, openDatabase } from '@shirube/catalog';
import type { Service } from '@shirube/contracts';
import { catalogUrl, patience, startDirectory, type TestDirectory } from '@shirube/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Test } from 'tap';
import { openChromium } from '../../dist/openChromium.js';
import { registerServices } from './registerServices.js';

/** What the tests of a file share: one browser, one directory with its catalog, its services by name. */
export interface Scene {
  browser: Browser;
  directory: TestDirectory;
  database: Database;
  services: ReadonlyMap<string, Service>;
}

/** Starts the browser until the test ends; undefined, and reported as skipped, if Chromium is not on PATH. */
export async function startBrowser(t: Test): Promise<Browser | undefined> {
  const browser = await openChromium();
  if (browser) t.teardown(() => browser.close());
  else t.pass('Chromium', { skip: 'chromium is not on PATH' });
  return browser;
}

/** Starts a directory with the services of these tests. Its monitor is off. */
export async function startScene(t: Test, browser: Browser): Promise<Scene> {
  const databaseUrl = await catalogUrl(t);
  const directory = await startDirectory(t, { DATABASE_URL: databaseUrl, MONITOR_ALLOW_PRIVATE: 'true' });
  const database = openDatabase(databaseUrl, { max: 1 });
  t.teardown(() => database.end());
  return { browser, directory, database, services: await registerServices(directory) };
}

interface Visitor extends Pick<BrowserContextOptions, 'baseURL' | 'javaScriptEnabled' | 'locale' | 'permissions'> {
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  /** Whether nobody used its profile before, and nobody will: for scripts that a profile keeps, and what it caches. */
  isNew?: boolean;
}

/** A page that collects its errors. */
export type TestPage = Page & { complaints: string[] };

/** The pages that are open and not in use, by the options of their profiles. A new one takes 1.5 s of processor time. */
const idlePages = new WeakMap<Browser, Map<string, TestPage[]>>();

/**
 * Opens a page in a profile without cookies, storage and cache, until the test ends. Its errors are collected in
 * `complaints`. `goto` returns once the script has taken the page over, unless it is told to wait for something else.
 */
export async function openPage(
  t: { teardown(fn: () => unknown): void },
  { browser, directory }: { browser: Browser; directory: { url: string } },
  { viewport = { width: 1280, height: 720 }, colorScheme = 'light', isNew = false, ...rest }: Visitor = {},
): Promise<TestPage> {
  const profile = { baseURL: directory.url, locale: 'en-US', ...rest };
  const idle = isNew ? [] : idlePagesOf(browser, profile);
  const page = idle.pop() ?? (await createTestPage(browser, profile));
  t.teardown(async () => {
    if (isNew) return page.context().close();
    // A page that cannot be cleared is not used again.
    await clear(page).then(
      () => idle.push(page),
      () => page.context().close(),
    );
  });
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  return page;
}

function idlePagesOf(browser: Browser, profile: BrowserContextOptions): TestPage[] {
  const pages = idlePages.get(browser) ?? new Map<string, TestPage[]>();
  idlePages.set(browser, pages);
  const name = JSON.stringify(profile);
  const idle = pages.get(name) ?? [];
  pages.set(name, idle);
  return idle;
}

async function createTestPage(browser: Browser, profile: BrowserContextOptions): Promise<TestPage> {
  const context = await browser.newContext(profile);
  context.setDefaultTimeout(patience);
  const page: TestPage = Object.assign(await context.newPage(), { complaints: [] });
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && page.complaints.push(message.text()));
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (profile.javaScriptEnabled !== false && !options?.waitUntil) await waitForHydration(page);
    return response;
  };
  return page;
}

/** Removes everything that a test has left in the profile of a page. */
async function clear(page: TestPage): Promise<void> {
  for (const event of ['request', 'response', 'dialog']) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // A document of the same origin without a script, which would store something when the page is left.
  await page.goto('/robots.txt', { waitUntil: 'load' });
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.emulateMedia({ media: null, reducedMotion: null });
  await page.context().clearCookies();
  await clearCache(page);
  page.complaints = [];
}

/** Empties the HTTP cache of a profile. */
export async function clearCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
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
  await page.locator('.results[aria-busy=false] > .rows').waitFor();
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
  await waitForPaint(page);
}

export const waitForPaint = (page: Page) =>
  page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));

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
