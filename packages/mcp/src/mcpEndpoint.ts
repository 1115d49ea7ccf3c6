import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { DirectoryReads } from './directoryReads.js';
import { createToolServer, type ToolServerOptions } from './toolServer.js';

export interface McpEndpointOptions extends Omit<ToolServerOptions, 'reads'> {
  /** Returns the reads for a request. */
  readsFor(request: Request | undefined): DirectoryReads;
}

export interface McpEndpoint {
  /** Handles one POST request whose JSON body has already been parsed. */
  answer(request: Request, body: unknown): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Creates the streamable HTTP endpoint. It has no sessions: each request gets its own server and a JSON response. It
 * serves clients of the 2026 revision as well as those that still start with `initialize`.
 */
export function createMcpEndpoint({ readsFor, ...options }: McpEndpointOptions): McpEndpoint {
  const create = (request: Request | undefined) => createToolServer({ ...options, reads: readsFor(request) });
  const modern = createMcpHandler(({ requestInfo }) => create(requestInfo), {
    legacy: 'reject',
    // The tools never change while the process runs, so there is nothing to subscribe to.
    maxSubscriptions: 0,
  });

  async function answerLegacy(request: Request, parsedBody: unknown): Promise<Response> {
    const server = create(request);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody });
    } finally {
      await server.close();
    }
  }

  return {
    async answer(request, body) {
      return (await isLegacyRequest(request, body))
        ? answerLegacy(request, body)
        : modern.fetch(request, { parsedBody: body });
    },
    close: modern.close,
  };
}
