import { type Database, recordAction } from '@shirube/catalog';
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
import { actor } from '../stack/asOperator.js';
import { withCatalog } from '../stack/openCatalog.js';
import { openQueue, type Queue } from '../stack/openQueue.js';
import { requireAccount } from '../stack/requireAccount.js';
import { type StopRequest, stopOnSignal } from '../stopOnSignal.js';
import { feedSummary, mirrorSummary } from '../terminal/mirrorSummary.js';
import { type Progress, startProgress } from '../terminal/progress.js';
import { plainText } from '../terminal/table.js';

export const mirror = defineCommand({
  path: 'mirror',
  summary: 'mirror another Shirube, or what an x402 facilitator lists',
  notes: `Copies the services of another directory. It is safe to run again, even after an interruption: it continues where it
stopped, and creates nothing twice. Services that were registered here are left alone, and a service that was removed here
stays removed. What cannot be copied is reported with the reason and skipped.
If the source answers at /api/changes like a Shirube, its feed of changes is followed: services keep their ids and times,
status and trust come from the source, and services that are removed there are removed here. Otherwise the list of a
facilitator is read, in either version of the protocol: a resource without tags gets the category "uncategorized", one
without a name is named by its address, and descriptions are cut at 2,000 characters.`,
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
      .option('--follow', 'keep following changes until stopped; another Shirube only')
      .option('--account <NAME>', 'account that owns the services; the operator by default')
      .option('--prune', 'remove services that came from this list and are no longer on it; facilitators only'),
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
            `${url.origin} is not a Shirube directory and cannot be followed: leave out --follow, and run the command regularly.`,
          );
        }
        await recordAction(catalog.database, actor, { action: 'mirror', subject: accountId, detail: { url, prune } });
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
    // A follower runs for months, so it must not keep them all in memory.
    onRefused: (one) => (json && !follow ? refused.push(one) : progress.note(plainText(`${one.id}: ${one.detail}`))),
    onProgress: ({ read }) => progress.advance(read, undefined),
    onTrouble: (sentence) => progress.note(plainText(`${source}: ${sentence}`)),
  });
  return {
    data: { source, ...totals, leftOutServices: refused },
    text: feedSummary(totals, { source, seconds: (Date.now() - started) / 1000 }),
    // A stop is the normal end of --follow, not a failure.
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
