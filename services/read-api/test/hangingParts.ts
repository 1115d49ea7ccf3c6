import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Test } from 'tap';

export type SearchKind = 'list' | 'keyword' | 'intent';

function kindOf(path: string, body: { sort?: unknown; limit?: number }): SearchKind | undefined {
  // A search with limit 0 only counts: it is a health check.
  if (path.endsWith('/search')) return body.limit === 0 ? undefined : 'keyword';
  if (!path.endsWith('/documents/fetch') || body.limit === 0) return undefined;
  return body.sort === undefined ? 'intent' : 'list';
}

/** A proxy between a reader and Meilisearch. Searches of the hanging kind get no response; all others are forwarded. */
export async function hangingProxy(t: Test, target: string) {
  const held = new Set<ServerResponse>();
  const state: { hanging: SearchKind | undefined } = { hanging: undefined };

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const kind = kindOf(request.url ?? '', body.length > 0 ? JSON.parse(body.toString()) : {});
    if (kind !== undefined && kind === state.hanging) {
      held.add(response);
      return;
    }
    const { method, headers } = request;
    const forwarded = send(new URL(request.url ?? '', target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    forwarded.once('error', () => response.destroy());
    forwarded.end(body);
  }

  const server = createServer((request, response) => void pass(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const release = () => {
    for (const response of held) response.destroy();
    held.clear();
  };
  t.teardown(async () => {
    release();
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    held: () => held.size,
    hang(kind: SearchKind | undefined): void {
      state.hanging = kind;
      release();
    },
  };
}

/** Returns the address of a Postgres that accepts connections but never responds. */
export async function muteDatabase(t: Test) {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  t.teardown(close);
  return {
    url: `postgres://somebody@127.0.0.1:${(server.address() as AddressInfo).port}/mute`,
    connections: () => sockets.size,
    close,
  };
}
