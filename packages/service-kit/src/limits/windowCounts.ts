import { Redis } from 'ioredis';

/** Counts each key in the current window. Windows begin at the same moment in every process. */
export interface WindowCounts {
  /**
   * Counts once more, or so many times, also 0. Returns the known total of all processes, and the time until the window
   * ends.
   */
  count(key: string, times?: number): { current: number; ttl: number };
  close(): void;
}

/** `fresh` is counted here and not sent to Redis yet. `shared` is the last known total in Redis. */
type Entry = { window: number; fresh: number; shared: number };

const exchangeMs = 100;
const mostEntries = 100_000;

/**
 * Counts in memory. With Redis, several processes count together: they exchange their counts ten times a second, so
 * that no request waits for Redis, and count alone while it is down.
 */
export function createWindowCounts(windowMs: number, redisUrl?: string): WindowCounts {
  const entries = new Map<string, Entry>();
  const redis = redisUrl ? connect(redisUrl) : undefined;
  const timer = redis && setInterval(() => void exchange(redis), exchangeMs).unref();
  let exchanging = false;

  async function exchange(client: Redis): Promise<void> {
    if (exchanging || client.status !== 'ready') return;
    exchanging = true;
    const pending = [...entries]
      .filter(([, { fresh }]) => fresh > 0)
      .map(([key, entry]) => ({ key, entry, sum: entry.fresh }));
    try {
      const pipeline = client.pipeline();
      for (const { key, entry, sum } of pending) {
        const name = `shirube:rate:${entry.window}:${key}`;
        pipeline.incrby(name, sum).pexpire(name, 2 * windowMs);
      }
      const answers = (await pipeline.exec()) ?? [];
      for (const [i, { entry, sum }] of pending.entries()) {
        const [error, total] = answers[2 * i] ?? [];
        if (error || typeof total !== 'number') continue;
        entry.fresh -= sum;
        entry.shared = total;
      }
    } catch {
      // Redis is down: the counts stay fresh, and are sent when it is back.
    } finally {
      exchanging = false;
    }
  }

  return {
    count(key, times = 1) {
      const now = Date.now();
      const window = Math.floor(now / windowMs);
      let entry = entries.get(key);
      if (entry?.window !== window) {
        // When there are too many entries, all are dropped, and the counts of the current window restart at zero.
        if (!entry && entries.size >= mostEntries) entries.clear();
        entry = { window, fresh: 0, shared: 0 };
        entries.set(key, entry);
      }
      entry.fresh += times;
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
  // The job queue reports a Redis that is down.
  redis.on('error', () => {});
  return redis;
}
