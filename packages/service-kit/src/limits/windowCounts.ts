import { Redis } from 'ioredis';

/** How often each key was counted in the present window; windows begin at the same moment everywhere. */
export interface WindowCounts {
  /** Counts once more, and tells how many that makes by all who count, as far as is known, and when the window ends. */
  count(key: string): { current: number; ttl: number };
  close(): void;
}

/** Counted here in a window since it was last told to Redis, and counted by all, as Redis has said last. */
type Entry = { window: number; fresh: number; shared: number };

const exchangeMs = 100;
const mostEntries = 100_000;

/**
 * Counts in memory. With a Redis several processes count together: they exchange what they have counted ten times a
 * second, so that no request waits for it, and count alone while Redis is down.
 */
export function createWindowCounts(windowMs: number, redisUrl?: string): WindowCounts {
  const entries = new Map<string, Entry>();
  const redis = redisUrl ? connect(redisUrl) : undefined;
  const timer = redis && setInterval(() => void exchange(redis), exchangeMs).unref();
  let exchanging = false;

  async function exchange(client: Redis): Promise<void> {
    if (exchanging || client.status !== 'ready') return;
    exchanging = true;
    const told = [...entries]
      .filter(([, { fresh }]) => fresh > 0)
      .map(([key, entry]) => ({ key, entry, sum: entry.fresh }));
    try {
      const pipeline = client.pipeline();
      for (const { key, entry, sum } of told) {
        const name = `shirube:rate:${entry.window}:${key}`;
        pipeline.incrby(name, sum).pexpire(name, 2 * windowMs);
      }
      const answers = (await pipeline.exec()) ?? [];
      for (const [i, { entry, sum }] of told.entries()) {
        const [error, total] = answers[2 * i] ?? [];
        if (error || typeof total !== 'number') continue;
        entry.fresh -= sum;
        entry.shared = total;
      }
    } catch {
      // Redis is away: what is fresh stays fresh, and is told when it is back.
    } finally {
      exchanging = false;
    }
  }

  return {
    count(key) {
      const now = Date.now();
      const window = Math.floor(now / windowMs);
      let entry = entries.get(key);
      if (entry?.window !== window) {
        // The entries of past windows go when they become many; those of the present one are counted anew then.
        if (!entry && entries.size >= mostEntries) entries.clear();
        entry = { window, fresh: 0, shared: 0 };
        entries.set(key, entry);
      }
      entry.fresh += 1;
      return { current: entry.shared + entry.fresh, ttl: windowMs - (now % windowMs) };
    },
    close() {
      clearInterval(timer);
      redis?.disconnect();
    },
  };
}

function connect(url: string): Redis {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: 1_000 });
  // Whoever uses Redis for more than counting says that it is down.
  redis.on('error', () => {});
  return redis;
}
