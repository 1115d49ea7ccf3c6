import type { Database } from '../database.js';
import { indexedChannel } from './settle.js';

/** Waits for services to become searchable, on one listening connection for all who wait: nobody polls. */
export interface IndexedListener {
  /** Resolves to true once the service is searchable, to false after `milliseconds`. */
  wait(id: string, milliseconds: number): Promise<boolean>;
  close(): Promise<void>;
}

export function listenForIndexed(database: Database): IndexedListener {
  const waiting = new Map<string, Set<() => void>>();
  let listening: Promise<{ release: (destroy: boolean) => void }> | undefined;

  const tell = (id: string) => {
    for (const resolve of waiting.get(id) ?? []) resolve();
  };

  async function connect() {
    const client = await database.connect();
    client.on('notification', ({ payload }) => {
      if (payload) tell(payload);
    });
    client.on('error', () => {
      listening = undefined;
      client.release(true);
    });
    await client.query(`listen ${indexedChannel}`);
    return client;
  }

  function listen() {
    listening ??= connect().catch((error) => {
      listening = undefined;
      throw error;
    });
    return listening;
  }

  return {
    async wait(id, milliseconds) {
      let timer: NodeJS.Timeout | undefined;
      const resolvers = waiting.get(id) ?? new Set();
      waiting.set(id, resolvers);
      let resolver = () => {};
      const told = new Promise<boolean>((resolve) => {
        resolver = () => resolve(true);
        resolvers.add(resolver);
        timer = setTimeout(() => resolve(false), milliseconds);
      });
      try {
        await listen();
        const { rowCount } = await database.query({
          name: 'await-indexed',
          text: 'update pending_index set awaited = true where service_id = $1',
          values: [id],
        });
        return rowCount === 0 ? true : await told;
      } finally {
        clearTimeout(timer);
        resolvers.delete(resolver);
        if (resolvers.size === 0) waiting.delete(id);
      }
    },
    async close() {
      const client = await listening?.catch(() => undefined);
      listening = undefined;
      client?.release(true);
    },
  };
}
