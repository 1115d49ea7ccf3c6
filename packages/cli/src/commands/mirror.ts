import type { Database } from '@shirube/catalog';
import { UsageError } from '@shirube/command-line';
import {
  addressOf,
  feedPath,
  isDirectory,
  type LeftOut,
  listPath,
  mirrorFeed,
  mirrorList,
  type RefusedService,
  sourceAddress,
  sourceOf,
} from '@shirube/exchange';
import { readSettings } from '@shirube/service-kit/settings';
import { defineCommand, type Outcome } from '../defineCommand.js';
import { CommandError } from '../program.js';
import { withCatalog } from '../stack/openCatalog.js';
import { openQueue, type Queue } from '../stack/openQueue.js';
import { requireAccount } from '../stack/requireAccount.js';
import { type StopRequest, stopOnSignal } from '../stopOnSignal.js';
import { feedSummary } from '../terminal/feedSummary.js';
import { mirrorSummary } from '../terminal/mirrorSummary.js';
import { type Progress, startProgress } from '../terminal/progress.js';
import { plainText } from '../terminal/table.js';

export const command = defineCommand({
  path: 'mirror',
  summary: 'take over what another Shirube or an x402 facilitator has',
  notes: `Takes over what another directory has. It is safe to run again, also after an interruption: it goes on where it was,
nothing is made twice, what somebody has registered here is left to them, and a service that was removed here stays
removed. What cannot be taken over is told with its reason and left out.
Of another Shirube it follows the feed of changes: services keep their ids and times, status and trust are what the
source says of them, and what is removed there is removed here. Of a facilitator it reads the list, of either version of
the protocol: a resource without tags gets the category "uncategorized", one without a name is called by its address, and
descriptions are cut at 2,000 characters. It is taken for a Shirube if it answers at /api/changes as one does.`,
  examples: [
    'shirube mirror https://directory.example --follow',
    'shirube mirror https://facilitator.example',
    'shirube mirror https://facilitator.example/discovery/resources --prune',
  ],
  form: (command) =>
    command
      .argument(
        '[URL]',
        'another Shirube, or an x402 facilitator; or its …/api/changes or …/discovery/resources; MIRROR_URL by default',
      )
      .option('--follow', 'go on as things change there, until stopped; another Shirube only')
      .option('--account <NAME>', 'whose services they become; the operator by default')
      .option('--prune', 'remove what came from this list and is in it no more; facilitators only'),
  run(address = readSettings().MIRROR_URL, { account, follow = false, prune = false, json = false }) {
    if (address === undefined) throw new UsageError('URL is missing, and MIRROR_URL is not set.');
    const url = sourceAddress(address);
    return withCatalog({ create: true }, async (catalog) => {
      const { id: accountId } = await requireAccount(catalog.database, account);
      const stop = stopOnSignal();
      try {
        const isFeed = await isDirectory(catalog.database, url, stop.signal);
        if (follow && !isFeed) {
          throw new CommandError(
            `${url.origin} is no Shirube and cannot be followed: leave out --follow, and run the command again from time to time.`,
          );
        }
        const progress = startProgress(isFeed ? 'changes' : 'resources', { quiet: json });
        const queue = openQueue(catalog, progress.note);
        const mirror = { database: catalog.database, accountId, json, stop, progress, queue };
        return await (isFeed
          ? takeFeed(mirror, addressOf(url, feedPath), follow)
          : takeList(mirror, addressOf(url, listPath), prune)
        ).finally(() => {
          progress.end();
          return queue.close();
        });
      } finally {
        stop.release();
      }
    });
  },
});

interface Mirror {
  database: Database;
  accountId: string;
  json: boolean;
  stop: StopRequest;
  progress: Progress;
  queue: Queue;
}

async function takeFeed(mirror: Mirror, feed: URL, follow: boolean): Promise<Outcome> {
  const { database, accountId, json, stop, progress, queue } = mirror;
  const source = sourceOf(feed);
  const refused: RefusedService[] = [];
  const started = Date.now();
  const totals = await mirrorFeed(database, feed, {
    accountId,
    follow,
    signal: stop.signal,
    onChanged: queue.enqueue,
    // Who follows for months must not keep them all.
    onRefused: (one) => (json && !follow ? refused.push(one) : progress.note(plainText(`${one.id}: ${one.detail}`))),
    onProgress: ({ read }) => progress.advance(read, undefined),
    onTrouble: (sentence) => progress.note(plainText(`${source}: ${sentence}`)),
  });
  return {
    data: { source, ...totals, leftOutServices: refused },
    text: feedSummary(totals, { source, seconds: (Date.now() - started) / 1000 }),
    // To be stopped is how following ends.
    exitCode: follow && !totals.interrupted ? 0 : stop.exitCode(),
  };
}

async function takeList(mirror: Mirror, list: URL, pruned: boolean): Promise<Outcome> {
  const { database, accountId, json, stop, progress, queue } = mirror;
  const source = sourceOf(list);
  const leftOut: LeftOut[] = [];
  const started = Date.now();
  const { totals, unlisted } = await mirrorList(database, list, {
    accountId,
    prune: pruned,
    signal: stop.signal,
    onChanged: queue.enqueue,
    onLeftOut: (one) =>
      json ? leftOut.push(one) : progress.note(plainText(`${one.resource || 'an item'}: ${one.detail}`)),
    onProgress: (read, total) => progress.advance(read, total ? read / total : undefined),
  });
  return {
    data: { source, ...totals, unlisted, pruned, leftOutResources: leftOut },
    text: mirrorSummary(totals, { source, unlisted, pruned, seconds: (Date.now() - started) / 1000 }),
    exitCode: stop.exitCode(),
  };
}
