import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { errorCode } from './endProcess.js';

/**
 * Below the ports that systems assign by themselves. One of those could be assigned to another program before the
 * caller uses it, or while it restarts.
 */
const [lowest, highest] = [15_000, 32_000];

/** Ports that were returned before. Two programs with the same port would be confused. */
const usedPorts = new Set<number>();

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** Returns a free TCP port of the loopback interface, never the same one twice. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    if (usedPorts.has(port) || !(await isFree(port))) continue;
    usedPorts.add(port);
    return port;
  }
}
