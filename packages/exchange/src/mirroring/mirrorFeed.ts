import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@shirube/catalog';
import { reasonOf } from '@shirube/contracts';
import { ExchangeError } from '../exchangeError.js';
import { causeOf, noTotals, sourceOf } from './askSource.js';
import { findFollowedFeed, startFeedOver } from './followedFeeds.js';
import { hearParts, type ReadPart, readPart } from './readFeed.js';
import { takeChanges } from './takeChanges.js';
import { type RefusedService, toFeedPart } from './toFeedPart.js';

const noFeedTotals = () => ({
  ...noTotals(),
  removed: 0,
  /** Left alone: the service is somebody's own here, or came from elsewhere. */
  own: 0,
  /** Not brought back: the service was removed here. */
  removedHere: 0,
  /** Whether the source had forgotten where we were, so that it was read from its beginning. */
  startedOver: false,
});
export type FeedTotals = ReturnType<typeof noFeedTotals>;

export interface FeedOptions {
  /** Whose the services become. */
  accountId: string;
  /** Told of the ids of what has changed here. */
  onChanged(ids: readonly string[]): Promise<void>;
  onRefused(refused: RefusedService): void;
  onProgress(totals: FeedTotals): void;
  /** One sentence, whenever following is interrupted; it goes on by itself. */
  onTrouble(sentence: string): void;
  /** Goes on when it has caught up, until it is stopped. */
  follow: boolean;
  signal: AbortSignal;
}

const triesAtMost = 4;
const longestPauseMs = 30_000;

/** Takes over the feed of another directory from where it was left, to its end or until it is stopped. */
export async function mirrorFeed(database: Database, address: URL, options: FeedOptions): Promise<FeedTotals> {
  const { follow, signal } = options;
  const source = sourceOf(address);
  const totals = noFeedTotals();
  let failures = 0;
  let caughtUp = false;

  /** Takes over what was read behind `since`; false when that is not where the feed is any more. */
  async function take(since: string | undefined, read: ReadPart): Promise<boolean> {
    const { part, refused } = toFeedPart(since, read);
    const taken = await takeChanges(database, source, part, options.accountId);
    failures = 0;
    // Somebody else has gone on from there.
    if (!taken) return false;
    await options.onChanged([...taken.added, ...taken.changed, ...taken.removed]);
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

  /** Reads on page by page; the place behind the last. */
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
      // A source that cannot be read has been asked several times already.
      const isFinal = !follow && (error instanceof ExchangeError || failures === triesAtMost);
      if (isFinal) throw error;
      options.onTrouble(`${reasonOf(causeOf(error)).replace(/\.$/, '')}; it is tried again`);
    }
    await delay(Math.min(1_000 * 2 ** failures, longestPauseMs), undefined, { signal }).catch(() => {});
    if (signal.aborted) return { ...totals, interrupted: !caughtUp };
  }
}
