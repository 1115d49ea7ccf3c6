import { llmsText } from '@shirube/mcp';
import type { McpEndpoint } from '@shirube/mcp/endpoint';
import {
  type App,
  forbidden,
  HttpProblem,
  type Settings,
  type TranslateError,
  validationFailed,
} from '@shirube/service-kit';
import type { FastifyRequest } from 'fastify';
import type { Impression } from '../insights/impression.js';
import { directoryReads, type ReadsOptions } from './directoryReads.js';

interface AgentsOptions extends ReadsOptions {
  translateError: TranslateError;
  settings: Pick<Settings, 'MCP_ALLOWED_ORIGINS'>;
}

const bodyLimit = 65_536;
const ownHosts = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Rejects requests that a browser sends for a page of an unknown host: such a page must not reach a directory on the
 * visitor's machine or network. Programs send no Origin.
 */
function originCheck(allowed: string): (origin: string | undefined) => void {
  const hosts = new Set([...ownHosts, ...allowed.split(/[\s,]+/).filter((host) => host !== '')]);
  return (origin) => {
    if (origin === undefined) return;
    const host = URL.canParse(origin) ? new URL(origin).hostname : '';
    if (!hosts.has(host)) throw forbidden('Pages of this origin may not use /mcp from a browser.');
  };
}

/** The headers that the protocol defines. */
function protocolHeaders(headers: FastifyRequest['headers']): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && /^(accept|content-type|mcp-.+)$/.test(name) ? [[name, value]] : [],
  );
}

/** POST /mcp for agents that speak the Model Context Protocol, and /llms.txt for those that read text. */
export function serveAgents(app: App, { translateError, settings, ...reads }: AgentsOptions): void {
  const checkOrigin = originCheck(settings.MCP_ALLOWED_ORIGINS ?? '');
  let opening: Promise<McpEndpoint> | undefined;
  const impressionsOf = new WeakMap<Request, Impression[]>();
  // The MCP library is large, so it is loaded on the first request of an agent.
  async function open(): Promise<McpEndpoint> {
    const { createMcpEndpoint } = await import('@shirube/mcp/endpoint');
    return createMcpEndpoint({
      readsFor: (message) => directoryReads(reads, (message && impressionsOf.get(message)) ?? []),
      explain: (error) => (error instanceof HttpProblem ? error : translateError(error))?.detail,
      onError: (error) => app.log.error({ err: error }, 'a tool failed unexpectedly'),
    });
  }
  app.addHook('onClose', async () => (await opening)?.close());

  app.post('/mcp', {
    bodyLimit,
    onRequest: async (request) => checkOrigin(request.headers.origin),
    handler: async (request, reply) => {
      if (Array.isArray(request.body)) {
        throw validationFailed({
          faults: [{ path: '', message: 'must be one JSON-RPC message, not a batch' }],
        });
      }
      const message = new Request('http://directory/mcp', {
        method: 'POST',
        headers: protocolHeaders(request.headers),
      });
      opening ??= open();
      const impressions: Impression[] = [];
      impressionsOf.set(message, impressions);
      const answer = await (await opening).answer(message, request.body);
      app.insights?.count(request, impressions);
      return reply
        .code(answer.status)
        .headers(Object.fromEntries(answer.headers))
        .header('cache-control', 'no-store')
        .send(await answer.text());
    },
  });
  app.get('/llms.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(llmsText),
  );
}
