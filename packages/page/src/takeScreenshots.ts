import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createClient } from '@shirube/client';
import { openChromium } from './openChromium.js';

// Takes the screenshots for the README and the docs from a directory that it starts with the demo catalog.
const root = new URL('../../../', import.meta.url);
const images = fileURLToPath(new URL('docs/images/', root));
const desktop = { width: 1280, height: 860 };
const phone = { width: 390, height: 844 };
const screenshotHost = 'shirube.example';

if (process.argv.includes('--help')) {
  console.log('Usage: npm run screenshots\n\nTakes the screenshots of the README and the docs again, with Chromium.');
  process.exit();
}

interface Picture {
  name: string;
  locale: string;
  viewport: { width: number; height: number };
  path: (id: string) => string;
  /** The element to scroll to. */
  section?: string;
}

const search = (text: string) => () => `/?query=${encodeURIComponent(text)}`;
const service = (id: string) => `/services/${id}`;

const pictures: Picture[] = [
  { name: 'directory', locale: 'en-US', viewport: desktop, path: () => '/' },
  { name: 'intent', locale: 'en-US', viewport: desktop, path: search('translate documents on Base under $0.05') },
  { name: 'intent-ja', locale: 'ja-JP', viewport: desktop, path: search('0.01ドル以下の為替レート') },
  { name: 'service', locale: 'en-US', viewport: desktop, path: service },
  { name: 'record', locale: 'en-US', viewport: desktop, path: service, section: '.record' },
  { name: 'phone', locale: 'ja-JP', viewport: phone, path: search('日本語の文書を翻訳したい') },
];

/** Runs a directory with its own data while `work` runs. */
async function withDirectory(work: (url: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shirube-screenshots-'));
  // If run as root, Postgres runs as another user, who must be able to enter the directory.
  await chmod(dataDir, 0o755);
  const program = fileURLToPath(new URL('services/standalone/dist/server.js', root));
  const directory = spawn('node', [program, '--demo'], {
    env: { ...process.env, DATA_DIR: join(dataDir, 'data'), HOST: '127.0.0.1', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(directory, 'exit');
  try {
    await work(await addressOf(directory.stdout));
  } finally {
    directory.kill();
    await exit;
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = /runs at (http:\S+)/.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error('The directory exited before it was ready.');
}

/** Screenshots show a readable host name instead of a random port. */
async function openBrowser(url: string) {
  const browser = await openChromium([`--host-resolver-rules=MAP ${screenshotHost}:80 ${new URL(url).host}`]);
  if (!browser) throw new Error('The screenshots need chromium on PATH.');
  return browser;
}

await mkdir(images, { recursive: true });
await withDirectory(async (url) => {
  const { services } = await createClient({ baseUrl: url }).searchIntent({
    q: 'weather forecast',
    status: 'verified',
  });
  const browser = await openBrowser(url);
  try {
    for (const { name, path, section, ...options } of pictures) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const context = await browser.newContext({ ...options, colorScheme, deviceScaleFactor: 1.5 });
        const page = await context.newPage();
        await page.goto(`http://${screenshotHost}${path(services[0]?.id ?? '')}`);
        await page.locator('.rows, .details').waitFor();
        await page.waitForLoadState('networkidle');
        if (section) await page.locator(section).evaluate((part) => part.scrollIntoView());
        await page.screenshot({ path: join(images, `${name}-${colorScheme}.png`) });
        await context.close();
        console.log(`docs/images/${name}-${colorScheme}.png`);
      }
    }
  } finally {
    await browser.close();
  }
});
