import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as read } from 'node:stream/consumers';
import { challengeOf, registration } from '@shirube/testing';
import t, { type Test } from 'tap';
import { startDirectory } from './http/startDirectory.js';

const hostile = [
  '{{body}}',
  '{{head}} and {{body}}{{body}}',
  '$& and $1',
  "$' and $`",
  '<script>alert(1)</script>',
  '</script><script>alert(2)</script>',
  '</title></style></textarea><script>alert(3)</script>',
  '<!-- <script>alert(4)',
  '--> ]]>',
  '</body></html>',
  '<body onload=alert(5)>',
  '"><img src=x onerror=alert(6)>',
  "' onmouseover='alert(7)",
  'javascript:alert(8)',
  '&lt;script&gt;alert(9)&lt;/script&gt;',
  '\u2028\u2029 alert(10)',
];

const { client } = await startDirectory(t, { MONITOR_ALLOW_PRIVATE: 'true', RATE_LIMIT_OUTBOUND: '0' });

const services = await client.registerAll(
  hostile.map((text, n) =>
    registration({
      name: text,
      description: `Says ${text} to you. ${text}`,
      category: 'hostile',
      endpoint: `https://api.hostile-${n}.example/${encodeURIComponent(text)}?say=${encodeURIComponent(text)}`,
      provider: { name: text, url: 'https://hostile.example/' },
      tags: [text.slice(0, 32).replace(/[\u2028\u2029]/g, '')],
      call: {
        type: 'http',
        method: 'GET',
        queryParams: {
          type: 'object',
          properties: { [text]: { type: 'string', description: text, examples: [text] } },
        },
        output: { schema: { type: 'object', description: text }, example: { [text]: text } },
      },
    }),
  ),
);
const ids = services.map(({ id }) => id);

const tag = /<(\/?[a-z][a-z0-9]*)((?:\s+[a-z][\w:-]*(?:="[^"]*")?)*)\s*\/?>/gi;
const singleTags = ['html', '/html', 'head', '/head', 'title', '/title', 'body', '/body', 'main', '/main'];

/** Asserts that a page is one well-formed document whose tags are all our own. Returns its texts. */
function textsOf(t: Test, html: string, address: string): string {
  for (const [, attributes = '', content = ''] of html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)) {
    if (attributes.includes('json')) t.doesNotThrow(() => JSON.parse(content), address);
    else t.match([attributes, content], [/^ type="module" src="\/assets\/[\w.-]+"$/, /^$/]);
  }
  const markup = html.replace(/(<script\b[^>]*>).*?(?=<\/script>)/gs, '$1').replace(/^<!doctype html>/, '');
  const tags = [...markup.matchAll(tag)].map(([, name = '', attributes = '']) => ({ name, attributes }));
  for (const name of singleTags) t.equal(tags.filter((one) => one.name === name).length, 1, `${name} at ${address}`);
  t.match(html, /<\/body>\s*<\/html>\s*$/);
  for (const { attributes } of tags) {
    const names = attributes.replace(/="[^"]*"/g, '').split(/\s+/);
    if (names.some((name) => name.startsWith('on'))) t.fail(`${attributes} at ${address}`);
    if (/\s(?:href|src|action)="\s*javascript:/i.test(attributes)) t.fail(`${attributes} at ${address}`);
  }
  const texts = markup.replace(/<\/?mark>/g, '').replace(tag, '\n');
  t.notOk(texts.includes('<'), `${texts.slice(texts.indexOf('<')).slice(0, 60)} at ${address}`);
  return texts;
}

/** Fetches a page in each language, and returns the texts of both. */
async function pagesAt(t: Test, path: string, status = 200): Promise<string[]> {
  const pages: string[] = [];
  for (const language of ['en', 'ja']) {
    const address = `${path}${path.includes('?') ? '&' : '?'}lang=${language}`;
    const page = await client.get(address, { accept: 'text/html' });
    t.equal(page.status, status, address);
    t.match(page.text, `<html lang="${language}">`);
    pages.push(textsOf(t, page.text, address));
  }
  return pages;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

t.test('hostile texts of services are texts on every page that shows them', async (t) => {
  const shown = async (path: string, texts: readonly string[]) => {
    for (const page of await pagesAt(t, path)) {
      for (const text of texts) t.ok(page.includes(escaped(text.trim())), `${text} at ${path}`);
    }
  };
  await shown('/?category=hostile', hostile);
  await shown('/?category=hostile&sortBy=name&sortOrder=desc', hostile);
  await shown('/?query=says', []);
  await shown('/', []);
  for (const [n, { id }] of services.entries()) {
    const text = hostile[n] ?? '';
    await shown(`/services/${id}`, [text]);
    await shown(`/providers/hostile-${n}.example`, [text]);
    await shown(`/?host=hostile-${n}.example`, [text]);
    if (n % 4 === 0) await shown(`/compare?ids=${ids.slice(n, n + 4)}`, hostile.slice(n, n + 4));
  }
  const others = ['/list', '/check', '/monitor', '/stats', '/docs', '/account', '/account/insights', '/admin'];
  for (const path of others) await shown(path, []);
});

t.test('hostile texts in the address of a page are texts there', async (t) => {
  for (const text of hostile) {
    const value = encodeURIComponent(text);
    for (const page of await pagesAt(t, `/?query=${value}`)) t.ok(page.includes(escaped(text)), text);
    await pagesAt(t, `/compare?ids=${value}`);
    await pagesAt(t, `/nowhere/${value}`, 404);
    await pagesAt(t, `/services/${value}`, 404);
    for (const path of [`/?category=${value}`, `/?host=${value}`, `/?chain=${value}`, `/providers/${value}`]) {
      textsOf(t, (await client.get(path, { accept: 'text/html' })).text, path);
    }
  }
});

t.test('hostile texts of an origin that is checked or listed are texts there', async (t) => {
  for (const text of hostile) {
    const origin = createServer((_request, response) => {
      const body = challengeOf({ description: text, mimeType: text, resource: text, scheme: text, network: text });
      response.writeHead(402, { 'content-type': 'application/json' }).end(JSON.stringify({ ...body, error: text }));
    });
    await once(origin.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(origin.address() as AddressInfo).port}/${encodeURIComponent(text)}`;
    for (const path of ['/check', '/list']) {
      await pagesAt(t, `${path}?url=${encodeURIComponent(url)}`);
      await pagesAt(t, `${path}?url=${encodeURIComponent(text)}`);
    }
    origin.close();
    origin.closeAllConnections();
  }
});

t.test('a hostile Host header, feed, badge and sitemap are no markup either', async (t) => {
  const { hostname, port } = new URL(client.base);
  for (const host of ['{{body}}', '"><script>alert(1)</script>']) {
    const [response] = await once(send({ hostname, port, path: '/', headers: { host } }).end(), 'response');
    const page = await read(response);
    if (response.statusCode === 200) textsOf(t, page, host);
  }
  const files = [
    '/feed.atom?category=hostile',
    '/sitemap.xml',
    '/opensearch.xml',
    ...ids.map((id) => `/badges/${id}.svg`),
  ];
  for (const path of files) {
    const { status, text } = await client.get(path);
    t.equal(status, 200, path);
    t.notMatch(text, /<script|<img|<body|<!--/, path);
  }
});
