import { type Database, listTools } from '@shirube/catalog';
import { McpServersQuery, type ServiceDetail, version } from '@shirube/contracts';
import { type App, validationFailed } from '@shirube/service-kit';
import { createAnswer } from '../answers/answer.js';
import type { AnswerCache } from '../answers/answerCache.js';
import { sendAnswer } from '../answers/sendAnswer.js';

const $schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
const longest = { host: 150, title: 100, description: 100 };

const cut = (text: string, length: number): string => [...text.trim()].slice(0, length).join('');

/** A name in the form of the registry: the reversed host, a slash and the name on that host. */
const serverName = (url: string, name: string): string =>
  `${new URL(url).hostname
    .replace(/[^a-z0-9.-]/gi, '')
    .split('.')
    .reverse()
    .join('.')
    .slice(0, longest.host)}/${name}`;

/** This directory as a server of the MCP Registry. */
export const ownServer = (base: string) => ({
  $schema,
  name: serverName(base, 'shirube'),
  title: 'Shirube',
  description: 'A directory of APIs that are paid per request over x402: find, compare and call them.',
  version,
  websiteUrl: base,
  remotes: [{ type: 'streamable-http', url: `${base}/mcp` }],
});

/**
 * A service of type mcp as the registry would list it. Its version is unknown, so the time of its last change stands
 * in.
 */
function listed({ id, name, description, endpoint, call, testnet, createdAt, updatedAt }: ServiceDetail) {
  return {
    server: {
      $schema,
      name: serverName(endpoint, id),
      title: cut(name, longest.title),
      description: cut(description, longest.description),
      version: updatedAt,
      remotes: [{ type: call?.transport ?? 'streamable-http', url: new URL(endpoint).href }],
    },
    _meta: {
      'io.modelcontextprotocol.registry/official': {
        status: 'active',
        publishedAt: createdAt,
        updatedAt,
        isLatest: true,
      },
      ...(testnet && { 'shirube/service': { testnet } }),
    },
  };
}

/**
 * GET /v0.1/servers: the services of type mcp as a registry of MCP servers, in registration order, test networks last.
 */
export function serveMcpRegistry(app: App, database: Database, cache: AnswerCache): void {
  async function page({ limit = 30, cursor: after, search, updated_since }: McpServersQuery): Promise<string> {
    const updatedSince = updated_since === undefined ? undefined : new Date(updated_since);
    if (Number.isNaN(updatedSince?.getTime()))
      throw validationFailed({ faults: [{ path: 'updated_since', message: 'must be a valid date and time' }] });
    // Fetches one more than the page holds, to know whether another page follows.
    const found = await listTools(database, { after, search, updatedSince, limit: limit + 1 });
    const servers = found.slice(0, limit);
    const nextCursor = found.length > limit ? servers.at(-1)?.id : undefined;
    const metadata = { count: servers.length, ...(nextCursor === undefined ? {} : { nextCursor }) };
    return JSON.stringify({ servers: servers.map(listed), metadata });
  }

  app.get('/v0.1/servers', { schema: { querystring: McpServersQuery } }, (request, reply) => {
    const make = async () => createAnswer(await page(request.query));
    return sendAnswer(request, reply, cache.get('mcpServers', request.query, make));
  });
}
