import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { createToolServer, type ToolServerOptions } from './toolServer.js';

export interface McpEndpoint {
  /** Answers one POST whose JSON body has been read already. */
  answer(request: Request, body: unknown): Promise<Response>;
  close(): Promise<void>;
}

/**
 * The streamable HTTP endpoint, without sessions: each request is answered by a server of its own, with JSON. Clients
 * of the revision of 2026 and those that still begin with `initialize` are both served.
 */
export function createMcpEndpoint(options: ToolServerOptions): McpEndpoint {
  const create = () => createToolServer(options);
  const modern = createMcpHandler(create, {
    legacy: 'reject',
    // The tools never change while the process runs: there is nothing to listen for.
    maxSubscriptions: 0,
  });

  async function answerLegacy(request: Request, parsedBody: unknown): Promise<Response> {
    const server = create();
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
