import type { Change, Service } from '@shirube/contracts';
import { type EventStream, listenToEvents, until } from '@shirube/testing';

/** Follows the feed as events, and goes on with the last id whenever it was cut off. */
export interface EventFollower {
  services: ReadonlyMap<string, Service>;
  cut(): void;
  close(): Promise<void>;
}

/** Takes a change into a copy of the catalog. */
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
  /** What is heard after a cut belongs to a connection that is gone. */
  const take = (heard: EventStream<Change>) => {
    for (const { id, data } of heard.events.splice(0)) {
      applyChange(services, data);
      last = id;
    }
  };

  async function follow(): Promise<void> {
    while (!closed) {
      const headers: Record<string, string> = last === undefined ? {} : { 'last-event-id': last };
      // While it is away it is asked again: it comes back.
      const heard = await until(async () => closed || (await listenToEvents<Change>(`${url}/api/changes`, headers)), {
        message: 'the feed does not come back',
      });
      if (heard === true) return;
      stream = heard;
      const timer = setInterval(() => take(heard), 5);
      await heard.ended;
      clearInterval(timer);
      take(heard);
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
