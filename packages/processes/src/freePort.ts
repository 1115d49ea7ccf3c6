import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports that were returned before. The system may offer one again, and two programs with the same port would be
 * confused.
 */
const given = new Set<number>();

/** Returns a free TCP port of the loopback interface, never the same one twice. */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new TypeError('The server has no port.');
    server.close();
    await once(server, 'close');
    if (given.has(address.port)) continue;
    given.add(address.port);
    return address.port;
  }
}
