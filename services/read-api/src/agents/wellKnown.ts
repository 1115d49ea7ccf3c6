import { version } from '@shirube/contracts';
import type { App, Settings } from '@shirube/service-kit';
import { createAnswer } from '../answers/answer.js';
import { sendAnswer } from '../answers/sendAnswer.js';
import { originOf } from '../pages/publicOrigin.js';

/** The API catalog of this host as a linkset (RFC 9727). */
const apiCatalog = (base: string) => ({
  linkset: [
    { anchor: `${base}/.well-known/api-catalog`, item: [{ href: `${base}/api` }, { href: `${base}/mcp` }] },
    {
      anchor: `${base}/api`,
      'service-desc': [{ href: `${base}/openapi.json`, type: 'application/json' }],
      'service-doc': [
        { href: `${base}/docs`, type: 'text/html' },
        { href: `${base}/llms.txt`, type: 'text/plain' },
      ],
      status: [{ href: `${base}/ready`, type: 'application/json' }],
    },
    { anchor: `${base}/mcp`, 'service-desc': [{ href: `${base}/server.json`, type: 'application/json' }] },
  ],
});

const longestHost = 150;

/** This directory as a server of the MCP Registry. Its name is the reversed host, a slash and the name on that host. */
const ownServer = (base: string) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: `${new URL(base).hostname
    .replace(/[^a-z0-9.-]/gi, '')
    .split('.')
    .reverse()
    .join('.')
    .slice(0, longestHost)}/shirube`,
  title: 'Shirube',
  description: 'A directory of APIs that are paid per request over x402: find, compare and call them.',
  version,
  websiteUrl: base,
  remotes: [{ type: 'streamable-http', url: `${base}/mcp` }],
});

/**
 * Documents that programs look for on an unknown host. They use `PUBLIC_URL`, or the address of the request if it is
 * not set.
 */
export function serveWellKnown(app: App, { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>): void {
  const documents: [path: string, make: (base: string) => object, type: string][] = [
    [
      '/.well-known/api-catalog',
      apiCatalog,
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    ],
    ['/server.json', ownServer, 'application/json'],
  ];
  for (const [path, make, type] of documents) {
    app.get(path, (request, reply) => {
      if (path.endsWith('api-catalog')) reply.header('link', `<${path}>; rel="api-catalog"`);
      return sendAnswer(
        request,
        reply,
        createAnswer(JSON.stringify(make(originOf(request, PUBLIC_URL))), { 'content-type': type }),
      );
    });
  }
}
