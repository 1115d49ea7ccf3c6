import {
  findFollowedFeed,
  mirrorFeed,
  type RefusedService,
  startFeedOver,
  takeChanges,
} from '@shirube/exchange';
import type { Outcome } from '../defineCommand.js';
import type { Catalog } from '../stack/openCatalog.js';
import { openQueue, type Queue } from '../stack/openQueue.js';
import type { StopRequest } from '../stopOnSignal.js';
import { feedSummary } from '../terminal/feedSummary.js';
import { plainText } from '../terminal/plainText.js';
import { startProgress } from '../terminal/progress.js';
import type { MirrorOptions } from './mirrorList.js';

/** Takes over the feed of another Shirube, and goes on with it where that is asked for. */
export async function mirrorDirectory(
  catalog: Catalog,
  address: URL,
  { accountId, json, follow }: MirrorOptions & { follow: boolean },
  stop: StopRequest,
): Promise<Outcome> {
  const { database } = catalog;
  const source = address.origin + address.pathname;
  const progress = startProgress('changes', { quiet: json });
  const refused: RefusedService[] = [];
  const started = Date.now();
  let queue: Queue | undefined;
  try {
    const totals = await mirrorFeed(address, {
      follow,
      signal: stop.signal,
      place: async () => (await findFollowedFeed(database, source))?.cursor,
      startOver: (lost) => startFeedOver(database, source, lost),
      take: async (part) => {
        const taken = await takeChanges(database, source, part, accountId);
        const ids = taken ? [...taken.added, ...taken.changed, ...taken.removed] : [];
        // With nobody at work there is nobody to tell: the next start reads the whole catalog.
        if (ids.length > 0 && !catalog.alone) queue ??= await openQueue(catalog, progress.note);
        queue?.enqueue(ids);
        return taken;
      },
      // Who follows for months must not keep them all.
      onRefused: (one) =>
        json && !follow ? refused.push(one) : progress.note(plainText(`${one.id}: ${one.detail}`)),
      onProgress: ({ read }) => progress.advance(read, undefined),
      onTrouble: (sentence) => progress.note(plainText(`${source}: ${sentence}`)),
    });
    return {
      data: { source, ...totals, leftOutServices: refused },
      text: feedSummary(totals, { source, seconds: (Date.now() - started) / 1000 }),
      // To be stopped is how following ends.
      exitCode: follow && !totals.interrupted ? 0 : stop.exitCode(),
    };
  } finally {
    progress.end();
    await queue?.close();
  }
}
