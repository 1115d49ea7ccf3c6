import { readFile } from 'node:fs/promises';
import { type DirectoryClient, registration } from '@shirube/testing';
import type { Test } from 'tap';
import { createSchemaCheck } from './publishedSchema.js';

const published = new URL('../../../../docs/openapi.json', import.meta.url);
/** The server.json schema that the MCP Registry publishes, in a file outside this repository. */
const schemaFile = process.env.MCP_REGISTRY_SCHEMA;

/** The documents that tell machines what the directory has and where. */
export async function documents(t: Test, directory: DirectoryClient): Promise<void> {
  const { body: service } = await directory.post(registration());

  await t.test('the API catalog links to documents with absolute addresses that answer', async (t) => {
    const catalog = await directory.get<{ linkset: Record<string, { href: string }[]>[] }>('/.well-known/api-catalog');
    t.match(catalog.headers.get('content-type'), /^application\/linkset\+json; profile=".*rfc9727"/);
    t.match(catalog.headers.get('link'), /rel="api-catalog"/);
    const links = catalog.body.linkset.flatMap((context) => Object.values(context).flatMap((value) => [value].flat()));
    const hrefs = links.flatMap((link) => (typeof link === 'object' && 'href' in link ? [link.href] : []));
    for (const href of hrefs.filter((href) => !/\/(api|mcp)$/.test(href)))
      t.equal((await fetch(href)).status, 200, href);
  });

  await t.test('the OpenAPI document is the one that was published, and /docs shows it', async (t) => {
    const { body } = await directory.get<{ openapi: string; paths: object }>('/openapi.json');
    t.match(body.openapi, /^3\.1/);
    t.strictSame(body.paths, JSON.parse(await readFile(published, 'utf8')).paths);
    const docs = await directory.get('/docs');
    t.equal(docs.status, 200);
    t.match(docs.headers.get('content-type') ?? '', /^text\/html/);
  });

  await t.test('llms.txt names paths that answer', async (t) => {
    const { status, headers, text } = await directory.get('/llms.txt');
    t.equal(status, 200);
    t.match(headers.get('content-type') ?? '', /^text\/plain/);
    const paths = [...text.matchAll(/(?:GET |\]\()(\/[^\s)]+)/g)].map(([, path]) => path ?? '');
    t.ok(paths.length >= 8, `${paths.length} paths`);
    for (const path of paths) {
      const answer = await directory.get(path.replace('ID', service.id));
      t.equal(answer.status, 200, path);
    }
  });

  const skip = schemaFile ? false : 'MCP_REGISTRY_SCHEMA does not name the schema that the MCP Registry publishes';
  await t.test('server.json fits the schema that the MCP Registry publishes', { skip }, async (t) => {
    const { body } = await directory.get('/server.json');
    t.equal(createSchemaCheck(schemaFile ?? '')(body), undefined);
  });

  await t.test('server.json describes the directory and the address of its MCP endpoint', async (t) => {
    const { body, headers } = await directory.get<Record<string, unknown>>('/server.json');
    t.match(body, {
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]{1,50}$/,
      description: /^.{1,100}$/su,
      title: 'Shirube',
      version: /^\d/,
      remotes: [{ type: 'streamable-http', url: `${directory.base}/mcp` }],
    });
    t.equal((await directory.get('/server.json', { 'if-none-match': headers.get('etag') ?? '' })).status, 304);
  });
}
