import type { ServerResponse } from 'node:http';
import type { ChangeFilter, FeedCursor, FeedPage } from '@shirube/catalog';
import { writeFeedCursor } from '@shirube/catalog';
import { toServiceJson } from '@shirube/search';

/** Who listens to the feed: a connection, and how far the feed has been written into it. */
export interface Follower {
  readonly response: ServerResponse;
  /** Of which services it is told; undefined: of all. */
  readonly filter: ChangeFilter | undefined;
  position: FeedCursor;
}

/** A change as a Server-Sent Event; its id is the place behind it. */
export function eventText({ change, cursor }: FeedPage['changes'][number]): string {
  const { service, ...rest } = change;
  const head = JSON.stringify(rest);
  const data = service ? `${head.slice(0, -1)},"service":${toServiceJson(service)}}` : head;
  return `id: ${writeFeedCursor(cursor)}\ndata: ${data}\n\n`;
}

/** Resolves once everything that was written has left the process; rejects when that takes too long. */
export function drained(response: ServerResponse, milliseconds: number): Promise<void> {
  if (response.destroyed) return Promise.reject(new Error('the follower is gone'));
  if (!response.writableNeedDrain) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const done = (end: () => void) => () => {
      clearTimeout(timer);
      response.off('drain', go).off('close', fail);
      end();
    };
    const go = done(resolve);
    const fail = done(() => reject(new Error('the follower does not read')));
    const timer = setTimeout(fail, milliseconds);
    response.once('drain', go).once('close', fail);
  });
}
