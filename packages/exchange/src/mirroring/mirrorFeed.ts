import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@shirube/catalog';
import { createBackoff, reasonOf } from '@shirube/contracts';
import { ExchangeError } from '../exchangeError.js';
import { causeOf, noTotals, sourceOf } from './askSource.js';
import { findFollowedFeed, startFeedOver } from './followedFeeds.js';
import { hearParts, type ReadPart, readPart } from './readFeed.js';
import { takeChanges } from './takeChanges.js';
import { type RefusedService, toFeedPart } from './toFeedPart.js';

const noFeedTotals = () => ({
  ...noTotals(),
  removed: 0,
  /** Left unchanged: the service was registered here, or came from another source. */
  own: 0,
  /** Not restored: the service was removed here. */
  removedHere: 0,
  /** Whether the source no longer knew our cursor, so that it was read from the beginning. */
  startedOver: false,
});
export type FeedTotals = ReturnType<typeof noFeedTotals>;

export interface FeedOptions {
  /** The account that will own the services. */
  accountId: string;
  /** Gets the ids of services that have changed here. */
  onChanged(ids: readonly string[]): Promise<void>;
  onRefused(refused: RefusedService): void;
  onProgress(totals: FeedTotals): void;
  /** Gets one sentence whenever following is interrupted. It is retried automatically. */
  onTrouble(sentence: string): void;
  /** Whether to keep following after catching up, until it is stopped. */
  follow: boolean;
  signal: AbortSignal;
}

const triesAtMost = 4;

/** Mirrors the feed of another directory from its stored cursor, to its end or until it is stopped. */
export async function mirrorFeed(database: Database, address: URL, options: FeedOptions): Promise<FeedTotals> {
  const { follow, signal } = options;
  const source = sourceOf(address);
  const totals = noFeedTotals();
  const backoff = createBackoff({ first: 1_000, longest: 30_000 });
  let failures = 0;
  let caughtUp = false;

  /** Applies what was read after `since`; returns false if the cursor has moved meanwhile. */
  async function take(since: string | undefined, read: ReadPart): Promise<boolean> {
    const { part, refused: invalid } = toFeedPart(since, read);
    const taken = await takeChanges(database, source, part, options.accountId);
    failures = 0;
    backoff.reset();
    // Another process has continued from there.
    if (!taken) return false;
    await options.onChanged([...taken.added, ...taken.changed, ...taken.removed]);
    const refused = [...invalid, ...taken.refused];
    for (const one of refused) options.onRefused(one);
    totals.read += read.changes.length;
    totals.added += taken.added.length;
    totals.changed += taken.changed.length;
    totals.removed += taken.removed.length;
    totals.unchanged += taken.unchanged;
    totals.own += taken.own;
    totals.removedHere += taken.removedHere;
    totals.leftOut += refused.length;
    options.onProgress(totals);
    return true;
  }

  /** Reads page by page to the end, and returns the last cursor. */
  async function catchUp(): Promise<string | undefined> {
    for (;;) {
      const since = (await findFollowedFeed(database, source))?.cursor ?? undefined;
      const read = await readPart(address, since, signal);
      if (read === 'lost') {
        totals.startedOver = true;
        await startFeedOver(database, source, since ?? '');
        continue;
      }
      const isDone = (await take(since, read)) && !read.more;
      if (isDone) return read.cursor;
      signal.throwIfAborted();
    }
  }

  async function listen(from: string | undefined): Promise<void> {
    let since = from;
    for await (const read of hearParts(address, since, signal)) {
      if (!(await take(since, read))) return;
      since = read.cursor;
    }
  }

  for (;;) {
    try {
      const place = await catchUp();
      caughtUp = true;
      if (!follow) return totals;
      await listen(place);
    } catch (error) {
      if (signal.aborted) return { ...totals, interrupted: !caughtUp };
      failures += 1;
      // A source that cannot be read has already been retried several times.
      const isFinal = !follow && (error instanceof ExchangeError || failures === triesAtMost);
      if (isFinal) throw error;
      options.onTrouble(`${reasonOf(causeOf(error)).replace(/\.$/, '')}; retrying`);
    }
    await delay(backoff.next(), undefined, { signal }).catch(() => {});
    if (signal.aborted) return { ...totals, interrupted: !caughtUp };
  }
}
