import type { Database } from './database.js';

const reconnectMs = 1_000;

interface ChannelListener {
  /** Resolves when it listens, or when the first attempt has failed. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Listens to a Postgres channel on its own connection, and reconnects by itself. `onNotice` gets each notification.
 * `onConnected` is called after each connect, because notifications in between were missed.
 */
export function listen(
  database: Database,
  channel: string,
  onNotice: (payload: string) => void,
  onConnected: () => void = () => {},
): ChannelListener {
  let closed = false;
  let disconnect = () => {};
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const client = await database.connect();
    let released = false;
    disconnect = () => {
      if (!released) client.release(true);
      released = true;
    };
    client.on('notification', ({ payload = '' }) => onNotice(payload));
    client.on('error', again);
    client.on('end', again);
    await client.query(`listen ${channel}`);
    if (closed) disconnect();
    else onConnected();
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

  return {
    ready: () => connected,
    async close() {
      closed = true;
      clearTimeout(retry);
      await connected;
      disconnect();
    },
  };
}
