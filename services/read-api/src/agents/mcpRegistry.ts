import { createServiceFinder, type Database } from '@shirube/catalog';
import { McpServersQuery, type ServiceDetail, version } from '@shirube/contracts';
import { parseService, type SearchReader } from '@shirube/search';
import type { App } from '@shirube/service-kit';
import { createAnswer } from '../answers/answer.js';
import type { AnswerCache } from '../answers/answerCache.js';
import { sendAnswer } from '../answers/sendAnswer.js';

const $schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
const longest = { title: 100, description: 100 };

const cut = (text: string, length: number): string => [...text.trim()].slice(0, length).join('');

/** A name as the registry has them: the host in reverse, and what it is there. */
export const serverName = (url: string, name: string): string =>
  `${new URL(url).hostname
    .replace(/[^a-z0-9.-]/gi, '')
    .split('.')
    .reverse()
    .join('.')}/${name}`;

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

/** A service of the type mcp as the registry would list it. Nobody tells its version: that is when it last changed. */
function listed({ id, name, description, endpoint, call, createdAt, updatedAt }: ServiceDetail) {
  return {
    server: {
      $schema,
      name: serverName(endpoint, id),
      title: cut(name, longest.title),
      description: cut(description, longest.description),
      version: updatedAt,
      remotes: [{ type: call?.transport ?? 'streamable-http', url: endpoint }],
    },
    _meta: {
      'io.modelcontextprotocol.registry/official': {
        status: 'active',
        publishedAt: createdAt,
        updatedAt,
        isLatest: true,
      },
    },
  };
}

interface RegistryOptions {
  database: Database;
  search: SearchReader;
  lists: AnswerCache;
}

/** GET /v0.1/servers: the services of the type mcp as a registry of MCP servers, in the order of registration. */
export function serveMcpRegistry(app: App, { database, search, lists }: RegistryOptions): void {
  const findService = createServiceFinder(database);

  async function page(offset: number, limit: number): Promise<string> {
    const filter = { callType: 'mcp', notStatus: 'inactive' } as const;
    const sort = { by: 'createdAt', order: 'asc' } as const;
    const { total, services } = await search.list({ filter, sort, offset, limit });
    // How they are called is not in the index.
    const found = await Promise.all(services.map((json) => findService(parseService(json).id)));
    const servers = found.flatMap((service) => (service ? [listed(service)] : []));
    const end = offset + services.length;
    const metadata = { count: servers.length, ...(end < total ? { nextCursor: String(end) } : {}) };
    return JSON.stringify({ servers, metadata });
  }

  app.get('/v0.1/servers', { schema: { querystring: McpServersQuery } }, (request, reply) => {
    const { limit = 30, cursor = '0' } = request.query;
    const make = async () => createAnswer(await page(Number(cursor), limit));
    return sendAnswer(request, reply, lists.get('mcpServers', { cursor, limit }, make));
  });
}
