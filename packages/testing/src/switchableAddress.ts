import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '@shirube/processes';
import type { TestContext } from './testContext.js';

/** An address that leads to another server while it is on, and refuses every connection while it is off. */
export interface SwitchableAddress {
  url: string;
  on(): Promise<void>;
  /** Cuts the connections there are, as the end of the server would. */
  off(): Promise<void>;
}

/** Lets a test take one user's server away, while others keep using it. Off at first. */
export async function switchableAddress(t: Pick<TestContext, 'teardown'>, target: string): Promise<SwitchableAddress> {
  const { hostname, port: targetPort } = new URL(target);
  const port = await freePort();
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(Number(targetPort), hostname);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        incoming.destroy();
        outgoing.destroy();
      });
    }
    incoming.pipe(outgoing).pipe(incoming);
  });
  const off = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  t.teardown(off);
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    async on() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    off,
  };
}
