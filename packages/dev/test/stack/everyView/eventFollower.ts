import type { Change, Service } from '@shirube/contracts';
import { type EventStream, listenToEvents, until } from '@shirube/testing';

/** Follows the feed as events, and resumes from the last id whenever it is disconnected. */
export interface EventFollower {
  services: ReadonlyMap<string, Service>;
  cut(): void;
  close(): Promise<void>;
}

/** Applies a change to a copy of the catalog. */
export function applyChange(services: Map<string, Service>, { type, id, service }: Change): void {
  if (type === 'deleted') services.delete(id);
  else if (service) services.set(id, service);
}

/** Follows the feed of the directory at `url` from its beginning. */
export function followEvents(url: string): EventFollower {
  const services = new Map<string, Service>();
  let last: string | undefined;
  let stream: EventStream<Change> | undefined;
  let closed = false;
  /** Applies the received events of a connection. After a cut, that connection is no longer the current one. */
  const take = (connection: EventStream<Change>) => {
    for (const { id, data } of connection.events.splice(0)) {
      applyChange(services, data);
      last = id;
    }
  };

  async function follow(): Promise<void> {
    while (!closed) {
      const headers: Record<string, string> = last === undefined ? {} : { 'last-event-id': last };
      // While the directory is down the connection is retried, because it comes back.
      const connection = await until(
        async () => closed || (await listenToEvents<Change>(`${url}/api/changes`, headers)),
        {
          message: 'the feed does not come back',
        },
      );
      if (connection === true) return;
      stream = connection;
      const timer = setInterval(() => take(connection), 5);
      await connection.ended;
      clearInterval(timer);
      take(connection);
    }
  }
  const following = follow();

  return {
    services,
    cut: () => stream?.close(),
    async close() {
      closed = true;
      stream?.close();
      await following;
    },
  };
}
