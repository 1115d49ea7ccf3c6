import { createRelay, endTogether } from '@shirube/testing';
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
  let refuses = false;
  let count = 0;
  const { url, listen, cut } = await createRelay(t, redisUrl, (user, redis) => {
    endTogether(user, redis);
    user.on('data', (chunk: Buffer) => {
      if (!refuses || !/setname/i.test(chunk.toString())) return redis.write(chunk);
      count += 1;
      return user.destroy();
    });
    redis.pipe(user);
  });
  await listen();
  return {
    url,
    refuseNamed() {
      refuses = true;
      cut();
    },
    refused: () => count,
  };
}
