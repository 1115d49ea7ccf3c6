import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { bundlePage, bundleRenderer } from './bundlePage.js';
import { documentHeaders, fileHeaders, fillDocument, htmlName, type PageFile, pageStyles } from './pageFile.js';

// Serves the page from its sources, rebundled at each load, in front of a directory that runs elsewhere.
const directory = process.env.DIRECTORY_URL ?? 'http://127.0.0.1:3000';
const port = Number(process.env.PORT ?? 5173);
let files: PageFile[] = [];

if (process.argv.includes('--help')) {
  console.log(`Usage: npm run page

Serves the page from its sources at http://127.0.0.1:${port} (PORT), on top of the directory at ${directory}
(DIRECTORY_URL).`);
  process.exit();
}

const source = Buffer.from(await bundleRenderer()).toString('base64');
const { pageAt, notFound }: typeof import('../dist/browser/render.js') = await import(
  `data:text/javascript;base64,${source}`
);
const isPage = (path: string) => pageAt({ path, search: '' }).page !== notFound;

const forwardedHeaders = ['accept', 'authorization', 'content-type', 'idempotency-key', 'if-match', 'prefer'];

async function forwardedRequest(request: IncomingMessage): Promise<RequestInit> {
  const headers = forwardedHeaders.flatMap((name): [string, string][] => {
    const value = request.headers[name];
    return value === undefined ? [] : [[name, String(value)]];
  });
  const body = await buffer(request);
  return { method: request.method ?? 'GET', headers, body: body.length > 0 ? body.toString() : null };
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '/';
  const isDocument = isPage(path.replace(/\?.*$/s, ''));
  if (isDocument) files = await bundlePage({ minify: false });
  const file = files.find(({ name }) => name === (isDocument ? htmlName : path.slice(1)));
  if (file) {
    const headers = { ...(isDocument ? documentHeaders : fileHeaders(file.name)), 'cache-control': 'no-store' };
    // Rendered by the browser only.
    const styles = pageStyles(
      files.map(({ name }) => name),
      path,
    );
    const empty = { language: 'en', head: styles, body: '' };
    response.writeHead(200, headers).end(isDocument ? fillDocument(file.content.toString(), empty) : file.content);
    return;
  }
  const answer = await fetch(directory + path, await forwardedRequest(request));
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !/^content-(enc|len)/.test(name)));
  response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()));
}

createServer((request, response) => {
  serve(request, response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(502).end();
  });
}).listen(port, '127.0.0.1', () => console.log(`The page on top of ${directory}: http://127.0.0.1:${port}`));
