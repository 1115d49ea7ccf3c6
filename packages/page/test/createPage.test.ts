import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import t from 'tap';
import { createPage } from '../dist/createPage.js';
import { pageAssets } from '../dist/pageAssets.js';
import { contentSecurityPolicy } from '../dist/pageFile.js';

const page = await createPage();
const assets = pageAssets();

t.test('the language is the first of the visitor that is spoken here', async (t) => {
  for (const [header, language] of [
    [undefined, 'en'],
    ['fr', 'en'],
    ['ja', 'ja'],
    ['en-US,en;q=0.9,ja;q=0.8', 'en'],
    ['fr-FR, ja-JP;q=0.8, en;q=0.5', 'ja'],
    ['en;q=0.5,ja;q=0.9', 'ja'],
    ['ja;q=0,en', 'en'],
  ] as const) {
    t.equal(page.languageOf(header), language, String(header));
  }
});

t.test('assets are named by their content and kept for good', async (t) => {
  const names = [...assets.keys()].filter((name) => name.startsWith('assets/'));
  t.ok(names.length >= 3);
  for (const name of names) {
    t.match(name, /^assets\/\w+-[A-Z0-9]{8}\.(js|css|svg)$/);
    t.match(page.asset(`/${name}`, {})?.headers['cache-control'], /immutable/);
  }
  t.equal(page.asset('/assets/main.js', {}), undefined);
  t.equal(page.asset('/assets/../index.html', {}), undefined);
  const [name = ''] = names;
  const etag = page.asset(`/${name}`, {})?.headers.etag;
  t.match(page.asset(`/${name}`, { 'if-none-match': `"other", ${etag}` }), { status: 304, body: Buffer.alloc(0) });
});

t.test('a file comes in the encoding the visitor prefers', async (t) => {
  const script = `/${[...assets.keys()].find((name) => name.endsWith('.js'))}`;
  const plain = page.asset(script, {});
  const brotli = page.asset(script, { 'accept-encoding': 'gzip, deflate, br' });
  const zipped = page.asset(script, { 'accept-encoding': 'gzip' });
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
  const first = [...assets.keys()].filter(
    (name) => /^index\.html$|^assets\/(ja|listPage)-/.test(name) || html.includes(name),
  );
  t.ok(kilobytes(first) < 32, `${kilobytes(first)} kB with brotli`);
  t.ok(first.length < assets.size);
  const scripts = [...assets].filter(([name]) => name.endsWith('.js'));
  for (const [, { bodies }] of scripts) t.notMatch(bodies.identity.toString(), /TypeBox/);
});
