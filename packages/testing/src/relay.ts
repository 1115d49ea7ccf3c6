import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '@shirube/local-postgres';
import type { TestContext } from './testContext.js';

interface Relay {
  /** The address of the target through the relay. */
  url: string;
  listen(): Promise<void>;
  /** Forwards new connections to another server. */
  aim(target: string): void;
  /** Closes all open connections. */
  cut(): void;
  /** Stops listening and closes all open connections. */
  close(): Promise<void>;
}

/** Creates a relay to another server. `link` connects the two ends of each connection, and may change the data. */
export async function createRelay(
  t: Pick<TestContext, 'teardown'>,
  target: string,
  link: (user: Socket, server: Socket) => void,
): Promise<Relay> {
  let aimed = new URL(target);
  const port = await freePort();
  const sockets = new Set<Socket>();
  const relay = createServer((user) => {
    const server = connect(Number(aimed.port), aimed.hostname);
    for (const socket of [user, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => sockets.delete(socket));
    }
    link(user, server);
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  async function close(): Promise<void> {
    if (!relay.listening) return;
    const closed = once(relay, 'close');
    relay.close();
    cut();
    await closed;
  }
  t.teardown(close);
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    async listen() {
      relay.listen(port, '127.0.0.1');
      await once(relay, 'listening');
    },
    aim(other) {
      aimed = new URL(other);
    },
    cut,
    close,
  };
}

/** Closes each socket when the other one closes. */
export function endTogether(user: Socket, server: Socket): void {
  user.once('close', () => server.destroy());
  server.once('close', () => user.destroy());
}
