import { setTimeout as delay } from 'node:timers/promises';
import {
  changesChannel,
  type Database,
  type FeedCursor,
  type FeedPage,
  isAfter,
  listen,
  passesFilter,
  readChanges,
  writeFeedCursor,
} from '@shirube/catalog';
import { createLoadShedder, type SparseReport } from '@shirube/service-kit';
import { eventText, type Follower, waitForDrain } from './follower.js';

export interface ChangeFeed {
  /**
   * Returns the changes after a cursor; undefined if it has expired. Concurrent calls are queued, and never rejected.
   */
  look(since: FeedCursor | undefined): Promise<FeedPage | undefined>;
  /** Sends a follower everything after its position, and then every change as it is committed. */
  follow(follower: Follower): void;
  /** Closes every connection, and stops listening. */
  close(): Promise<void>;
}

interface ChangeFeedOptions {
  /** The primary: a replica sends no notifications. */
  database: Database;
  report: SparseReport;
  /** Followers that read nothing for this long are disconnected. */
  patienceMs?: number | undefined;
}

const pageSize = 100;
/** The pause between two broadcasts, so that many small changes cost few of them. */
const paceMs = 50;
/** The pause before reading again, while changes wait for an older transaction to end. */
const unsettledMs = 20;
const retryMs = 1_000;
/**
 * When a server is replaced, all its followers reconnect at once. None may be rejected, since browsers then give up.
 */
const lookBounds = { atOnce: 4, maxQueued: 20_000 };
const heartbeatMs = 15_000;

const textOf = (events: FeedPage['changes']): string => events.map(eventText).join('');

/**
 * One connection to Postgres gets the notifications. Each change is read once, and the same bytes are written to all
 * followers that are up to date. A follower that is new or slow reads on its own until it has caught up.
 */
export function createChangeFeed({ database, report, patienceMs = 10_000 }: ChangeFeedOptions): ChangeFeed {
  const live = new Set<Follower>();
  const all = new Set<Follower>();
  let tail: FeedCursor | undefined;
  let reading = false;
  let readAgain = false;
  let closed = false;
  const shedder = createLoadShedder(lookBounds);
  /** Reads in flight, by start. Cleared when newer changes have been sent, because a read may lack them. */
  const looking = new Map<string, Promise<FeedPage | undefined>>();

  function look(since: FeedCursor | undefined): Promise<FeedPage | undefined> {
    const place = since ? writeFeedCursor(since) : '';
    const known = looking.get(place);
    if (known) return known;
    const page = shedder
      .pass(() => readChanges(database, { since, limit: pageSize }))
      .finally(() => {
        if (looking.get(place) === page) looking.delete(place);
      });
    looking.set(place, page);
    return page;
  }

  function cut(follower: Follower): void {
    live.delete(follower);
    all.delete(follower);
    follower.response.destroy();
  }

  /** Writes events to a connection. `bytes` is their text, which is used unless the follower has a filter. */
  function write(follower: Follower, events: FeedPage['changes'], bytes: Buffer | string): void {
    const last = events.at(-1);
    if (!last || follower.response.destroyed) return;
    const { filter } = follower;
    follower.position = last.cursor;
    const text = filter ? textOf(events.filter((event) => passesFilter(event, filter))) : bytes;
    if (text.length > 0) follower.response.write(text);
  }

  /** Writes new changes to followers that are up to date. A follower whose buffer is full catches up on its own. */
  function send(events: FeedPage['changes']): void {
    const bytes = Buffer.from(textOf(events));
    for (const follower of live) {
      if (follower.response.writableNeedDrain) {
        live.delete(follower);
        void catchUp(follower);
        continue;
      }
      const unread = events.filter(({ cursor }) => isAfter(cursor, follower.position));
      write(follower, unread, unread.length === events.length ? bytes : textOf(unread));
    }
  }

  async function catchUp(follower: Follower): Promise<void> {
    try {
      for (;;) {
        await waitForDrain(follower.response, patienceMs);
        const sent = tail;
        const page = await look(follower.position);
        if (!page || closed) return cut(follower);
        write(follower, page.changes, textOf(page.changes));
        // Changes that were broadcast meanwhile may be missing from this page.
        if (page.more || (live.size > 0 && tail !== sent)) continue;
        if (follower.response.destroyed) return;
        if (live.size === 0) {
          tail = follower.position;
          looking.clear();
        }
        live.add(follower);
        // Fetches changes that were committed after this page was read.
        return void pull();
      }
    } catch {
      // Either the follower does not read, or the catalog cannot be read. The follower reconnects with its last cursor.
      cut(follower);
    }
  }

  /** Reads new changes for all live followers. A call during a read makes it read once more. */
  async function pull(): Promise<void> {
    readAgain = true;
    if (reading) return;
    reading = true;
    while (readAgain && live.size > 0 && !closed) {
      readAgain = false;
      const wait = await pullOnce().then(
        (pause) => {
          report.recovered();
          return pause;
        },
        (error) => {
          report.failed(error);
          readAgain = true;
          return retryMs;
        },
      );
      await delay(wait, undefined, { ref: false });
    }
    reading = false;
  }

  async function pullOnce(): Promise<number> {
    const page = await readChanges(database, { since: tail, limit: pageSize });
    if (!page) {
      for (const follower of live) cut(follower);
      return 0;
    }
    if (page.changes.length > 0) {
      tail = page.cursor;
      looking.clear();
      send(page.changes);
    }
    if (page.more) readAgain = true;
    else if (page.unsettled) {
      readAgain = true;
      return unsettledMs;
    }
    return page.changes.length > 0 ? paceMs : 0;
  }

  const listener = listen(
    database,
    changesChannel,
    () => void pull(),
    () => void pull(),
  );
  const heartbeat = setInterval(() => {
    // The connection that listens may be dead without an error.
    void pull();
    for (const follower of live) if (!follower.response.writableNeedDrain) follower.response.write(':\n\n');
  }, heartbeatMs);

  return {
    look,
    follow(follower) {
      all.add(follower);
      // A broken connection also emits `close`, which handles it.
      follower.response.on('error', () => {});
      follower.response.once('close', () => {
        live.delete(follower);
        all.delete(follower);
      });
      void catchUp(follower);
    },
    async close() {
      closed = true;
      clearInterval(heartbeat);
      for (const { response } of all) response.end();
      await listener.close();
    },
  };
}
