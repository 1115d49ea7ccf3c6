import type { ServerResponse } from 'node:http';
import type { ChangeFilter, FeedCursor, FeedPage } from '@shirube/catalog';
import { writeFeedCursor } from '@shirube/catalog';
import { toServiceJson } from '@shirube/search';

/** A client that follows the feed: its connection, and how far the feed has been written to it. */
export interface Follower {
  readonly response: ServerResponse;
  /** Which changes it gets; all if undefined. */
  readonly filter: ChangeFilter | undefined;
  position: FeedCursor;
}

/** A change as a Server-Sent Event. Its id is the cursor after it. */
export function eventText({ change, cursor }: FeedPage['changes'][number]): string {
  const { service, ...rest } = change;
  const head = JSON.stringify(rest);
  const data = service ? `${head.slice(0, -1)},"service":${toServiceJson(service)}}` : head;
  return `id: ${writeFeedCursor(cursor)}\ndata: ${data}\n\n`;
}

/** Resolves once all written data has left the process; rejects when that takes too long. */
export function waitForDrain(response: ServerResponse, milliseconds: number): Promise<void> {
  if (response.destroyed) return Promise.reject(new Error('the follower has disconnected'));
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
