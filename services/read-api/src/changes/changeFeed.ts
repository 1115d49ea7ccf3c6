import { setTimeout as delay } from 'node:timers/promises';
import {
  changesChannel,
  type Database,
  type FeedCursor,
  type FeedPage,
  isBehind,
  listen,
  passesFilter,
  readChanges,
  writeFeedCursor,
} from '@shirube/catalog';
import { createLoadShedder, type SparseReport } from '@shirube/service-kit';
import { drained, eventText, type Follower } from './follower.js';

export interface ChangeFeed {
  /** The changes behind a place; undefined when it is lost. However many ask at once, all are answered in their turn. */
  look(since: FeedCursor | undefined): Promise<FeedPage | undefined>;
  /** Sends a follower everything behind its position, and from then on every change as it is committed. */
  follow(follower: Follower): void;
  /** Ends every connection, and listens no longer. */
  close(): Promise<void>;
}

interface ChangeFeedOptions {
  /** The primary: a replica does not tell of changes. */
  database: Database;
  report: SparseReport;
  /** Followers that do not take what was sent to them for so long are cut off. */
  patienceMs?: number | undefined;
}

const pageSize = 100;
/** Between two sendings to all, so that many small changes cost few of them. */
const paceMs = 50;
/** Until changes are looked for again that wait for an older transaction. */
const unsettledMs = 20;
const retryMs = 1_000;
/** When a server has been replaced, all of its followers come at once: none may be turned away, as browsers give up then. */
const lookBounds = { atOnce: 4, inLine: 20_000 };
const heartbeatMs = 15_000;

const textOf = (events: FeedPage['changes']): string => events.map(eventText).join('');

/**
 * One connection to Postgres hears of changes, each is read once, and the same bytes are written to all who have read
 * everything before it. Who has not, since it is new or did not take what was sent, reads on by itself until it has.
 */
export function createChangeFeed({ database, report, patienceMs = 10_000 }: ChangeFeedOptions): ChangeFeed {
  const live = new Set<Follower>();
  const all = new Set<Follower>();
  let tail: FeedCursor | undefined;
  let reading = false;
  let readAgain = false;
  let closed = false;
  const shedder = createLoadShedder(lookBounds);
  /** What is being read, by where it begins. Forgotten when more has been sent, which it may lack. */
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

  /** Writes events into a connection: `bytes`, which they are as text, unless some of them are not for it. */
  function write(follower: Follower, events: FeedPage['changes'], bytes: Buffer | string): void {
    const last = events.at(-1);
    if (!last || follower.response.destroyed) return;
    const { filter } = follower;
    follower.position = last.cursor;
    const text = filter ? textOf(events.filter((event) => passesFilter(event, filter))) : bytes;
    if (text.length > 0) follower.response.write(text);
  }

  /** Writes what is new to who has everything before it; who has not taken the last yet reads on by itself. */
  function send(events: FeedPage['changes']): void {
    const bytes = Buffer.from(textOf(events));
    for (const follower of live) {
      if (follower.response.writableNeedDrain) {
        live.delete(follower);
        void catchUp(follower);
        continue;
      }
      const unread = events.filter(({ cursor }) => isBehind(cursor, follower.position));
      write(follower, unread, unread.length === events.length ? bytes : textOf(unread));
    }
  }

  async function catchUp(follower: Follower): Promise<void> {
    try {
      for (;;) {
        await drained(follower.response, patienceMs);
        const sent = tail;
        const page = await look(follower.position);
        if (!page || closed) return cut(follower);
        write(follower, page.changes, textOf(page.changes));
        // What was sent to the others meanwhile may not have been there to read yet.
        if (page.more || (live.size > 0 && tail !== sent)) continue;
        if (follower.response.destroyed) return;
        if (live.size === 0) {
          tail = follower.position;
          looking.clear();
        }
        live.add(follower);
        // What was committed since this page was read.
        return void pull();
      }
    } catch {
      // Whether it does not read or the catalog cannot be read: it comes again with the place it knows.
      cut(follower);
    }
  }

  /** Reads what is new for all who are live; asked for meanwhile, it reads once more. */
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
    for (const follower of live) if (!follower.response.writableNeedDrain) follower.response.write(':\n\n');
  }, heartbeatMs);

  return {
    look,
    follow(follower) {
      all.add(follower);
      // A connection that breaks is closed, too.
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
