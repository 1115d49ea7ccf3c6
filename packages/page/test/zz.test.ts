import { startDirectory } from '@shirube/testing';
import t from 'tap';
import { openChromium } from '../src/openChromium.js';
const browser = await openChromium();
if (browser) {
  t.teardown(() => browser.close());
  const directory = await startDirectory(t);
  const page = await (await browser.newContext({ baseURL: directory.url })).newPage();
  const log: string[] = [];
  page.on('request', (r) => log.push(`> ${r.method()} ${r.url()}`));
  page.on('requestfinished', (r) => log.push(`done ${r.url()}`));
  page.on('requestfailed', (r) => log.push(`failed ${r.url()} ${r.failure()?.errorText}`));
  await page.goto('/');
  await new Promise((r) => setTimeout(r, 4000));
  console.error(log.join('\n'));
}
