import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import t from 'tap';
import { contentSecurityPolicy } from '../dist/contentSecurityPolicy.js';
import { createPage } from '../dist/createPage.js';
import { pageAssets } from '../dist/pageAssets.js';

const page = createPage();
const assets = pageAssets();

t.test('the document is the same at every path, and asked for anew each time', async (t) => {
  const home = page.answer('/?q=weather', {});
  t.match(home, { status: 200, headers: { 'content-type': /^text\/html/, 'cache-control': 'no-cache' } });
  t.strictSame(page.answer('/services/0190', {}), home);
  t.strictSame(page.answer('/account/register', {}), home);
  const etag = home?.headers.etag ?? '';
  const known = { 'if-none-match': `"other", ${etag}` };
  t.match(page.answer('/', known), { status: 304, body: Buffer.alloc(0) });
  t.match(page.answer('/services/0190', known, 404), { status: 404, body: home?.body });
});

t.test('assets are named by their content and kept for good', async (t) => {
  const names = [...assets.keys()].filter((name) => name !== 'index.html');
  t.ok(names.length >= 3);
  for (const name of names) {
    t.match(name, /^assets\/\w+-[A-Z0-9]{8}\.(js|css|svg)$/);
    t.match(page.answer(`/${name}`, {})?.headers['cache-control'], /immutable/);
  }
  t.equal(page.answer('/assets/main.js', {}), undefined);
  t.equal(page.answer('/assets/../index.html', {}), undefined);
});

t.test('a file comes in the encoding the visitor prefers', async (t) => {
  const plain = page.answer('/', {});
  const brotli = page.answer('/', { 'accept-encoding': 'gzip, deflate, br' });
  const zipped = page.answer('/', { 'accept-encoding': 'gzip' });
  t.equal(plain?.headers['content-encoding'], undefined);
  t.equal(brotli?.headers['content-encoding'], 'br');
  t.equal(zipped?.headers['content-encoding'], 'gzip');
  t.strictSame(brotliDecompressSync(brotli?.body ?? ''), plain?.body);
  t.strictSame(gunzipSync(zipped?.body ?? ''), plain?.body);
});

t.test('nothing inline is allowed, nor used', async (t) => {
  t.notMatch(contentSecurityPolicy, /unsafe|https?:|\*/);
  const html = assets.get('index.html')?.bodies.identity.toString() ?? '';
  t.notMatch(html, /<style|style=|<script(?![^>]*src="\/assets\/)/);
});

t.test('the page is small, what only owners need is fetched apart, and none of it holds schema code', async (t) => {
  const kilobytes = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + (assets.get(name)?.bodies.br.length ?? 0), 0) / 1000;
  const html = assets.get('index.html')?.bodies.identity.toString() ?? '';
  const first = [...assets.keys()].filter((name) => name === 'index.html' || html.includes(name));
  t.ok(kilobytes(first) < 30, `${kilobytes(first)} kB with brotli`);
  t.ok(kilobytes([...assets.keys()]) < 45, `${kilobytes([...assets.keys()])} kB with brotli altogether`);
  t.ok(first.length < assets.size);
  const scripts = [...assets].filter(([name]) => name.endsWith('.js'));
  for (const [, { bodies }] of scripts) t.notMatch(bodies.identity.toString(), /TypeBox/);
});
