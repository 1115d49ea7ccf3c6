import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Test } from 'tap';

/** Leads to a Redis to which the connections that a worker blocks on can be kept from coming back. */
export interface HalfARedis {
  url: string;
  /** Cuts every connection; from now on those that give themselves a name, as a worker's blocking one does, are refused. */
  refuseNamed(): void;
  /** How many were refused. */
  refused(): number;
}

export async function halfARedis(t: Test, redisUrl: string): Promise<HalfARedis> {
  const { hostname, port } = new URL(redisUrl);
  const sockets = new Set<Socket>();
  let refuses = false;
  let count = 0;
  const server = createServer((user) => {
    const redis = connect(Number(port), hostname);
    for (const socket of [user, redis]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        user.destroy();
        redis.destroy();
      });
    }
    user.on('data', (said: Buffer) => {
      if (!refuses || !/setname/i.test(said.toString())) return redis.write(said);
      count += 1;
      return user.destroy();
    });
    redis.pipe(user);
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    cut();
  });
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuseNamed() {
      refuses = true;
      cut();
    },
    refused: () => count,
  };
}
