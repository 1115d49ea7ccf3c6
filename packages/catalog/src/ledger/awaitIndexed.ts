import { EventEmitter } from 'node:events';
import type { Database } from '../database.js';
import { indexedChannel } from './settle.js';

/** Hears of services that become searchable, on one connection for all who wait: nobody polls. */
export interface IndexedListener {
  /** Resolves to true once the service is searchable, to false when it is not after `milliseconds` or by `signal`. */
  wait(id: string, milliseconds: number, signal?: AbortSignal): Promise<boolean>;
  close(): Promise<void>;
}

const reconnectMs = 1_000;
const quietMs = 50;

/**
 * Listens for as long as it is open, and connects again by itself. `onIndexed` is called at once for each service that
 * is awaited; for the others at once after a quiet moment, and else at the end of it.
 */
export function listenForIndexed(database: Database, onIndexed: () => void = () => {}): IndexedListener {
  const announcements = new EventEmitter().setMaxListeners(0);
  let closed = false;
  let disconnect = () => {};
  let retry: NodeJS.Timeout | undefined;
  let calledAt = Number.NEGATIVE_INFINITY;
  let later: NodeJS.Timeout | undefined;

  function call(): void {
    clearTimeout(later);
    later = undefined;
    calledAt = performance.now();
    onIndexed();
  }

  function callSoon(): void {
    const left = calledAt + quietMs - performance.now();
    if (left <= 0) call();
    else later ??= setTimeout(call, left);
  }

  async function connect(): Promise<void> {
    const client = await database.connect();
    let released = false;
    disconnect = () => {
      if (!released) client.release(true);
      released = true;
    };
    client.on('notification', ({ payload }) => {
      if (!payload) return callSoon();
      call();
      announcements.emit(payload);
    });
    client.on('error', again);
    client.on('end', again);
    await client.query(`listen ${indexedChannel}`);
    if (closed) disconnect();
  }

  function again(): void {
    disconnect();
    if (closed || retry) return;
    retry = setTimeout(() => {
      retry = undefined;
      connected = connect().catch(again);
    }, reconnectMs);
    retry.unref();
  }

  let connected = connect().catch(again);

  async function isPending(id: string): Promise<boolean> {
    const { rowCount } = await database.query({
      name: 'await-indexed',
      text: 'update pending_index set awaited = true where service_id = $1',
      values: [id],
    });
    return rowCount === 1;
  }

  return {
    async wait(id, milliseconds, signal) {
      let finish = () => {};
      const told = new Promise<void>((resolve) => {
        finish = resolve;
      });
      announcements.once(id, finish);
      signal?.addEventListener('abort', finish);
      const timer = setTimeout(finish, milliseconds);
      try {
        await connected;
        if (!(await isPending(id))) return true;
        await told;
        // Asked once more, since an announcement may be lost with its connection.
        return !(await isPending(id));
      } finally {
        clearTimeout(timer);
        announcements.off(id, finish);
        signal?.removeEventListener('abort', finish);
      }
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      clearTimeout(later);
      await connected;
      disconnect();
    },
  };
}
