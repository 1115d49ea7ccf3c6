import { version } from '@shirube/contracts';
import type { App, Settings } from '@shirube/service-kit';
import { createAnswer } from '../answers/answer.js';
import { sendAnswer } from '../answers/sendAnswer.js';
import { originOf } from '../pages/publicOrigin.js';
import { ownServer } from './mcpRegistry.js';

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

const skills = [
  {
    id: 'find_services',
    name: 'Find paid APIs',
    description: 'Finds APIs that are paid per request over x402 by a sentence in English or Japanese.',
    tags: ['x402', 'search', 'directory'],
    examples: ['tomorrow’s weather in Tokyo for less than 0.05 USDC', '日本語の文章を要約する API'],
  },
  {
    id: 'how_to_call',
    name: 'Explain how to call a paid API',
    description: 'Parameters, examples, price and payment address of one service, and how far it can be trusted.',
    tags: ['x402', 'trust'],
  },
];

/** An agent card of A2A 1.0. This host speaks MCP, not A2A, and the card says so: its binding is a URL. */
const agentCard = (base: string) => ({
  name: 'Shirube',
  description: 'A directory of APIs that are paid per request over x402. Reading needs no key.',
  version,
  supportedInterfaces: [
    { url: `${base}/mcp`, protocolBinding: 'https://modelcontextprotocol.io/specification', protocolVersion: '1.0' },
  ],
  documentationUrl: `${base}/llms.txt`,
  capabilities: { streaming: false, pushNotifications: false },
  defaultInputModes: ['text/plain', 'application/json'],
  defaultOutputModes: ['text/plain', 'application/json'],
  skills,
});

/**
 * Documents that programs look for on an unknown host. They use `PUBLIC_URL`, or the address of the request if it is
 * not set.
 */
export function serveWellKnown(app: App, { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>): void {
  const lastUpdated = new Date().toISOString();
  const documents: [path: string, make: (base: string) => object, type: string][] = [
    // Empty: the directory itself sells nothing.
    ['/.well-known/x402.json', () => ({ x402Version: 2, lastUpdated, items: [] }), 'application/json'],
    [
      '/.well-known/api-catalog',
      apiCatalog,
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    ],
    ['/.well-known/agent-card.json', agentCard, 'application/json'],
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
