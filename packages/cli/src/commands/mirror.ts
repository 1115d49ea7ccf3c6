import { recordAction } from '@shirube/catalog';
import { mirrorList, sourceAddress } from '@shirube/exchange';
import { readSettings } from '@shirube/service-kit/settings';
import type { LeftOut } from '@shirube/trust/monitor';
import { UsageError } from '../commandLine/index.js';
import { defineCommand } from '../defineCommand.js';
import { withCatalog } from '../stack/openCatalog.js';
import { openQueue } from '../stack/openQueue.js';
import { actor, requireAccount } from '../stack/operator.js';
import { stopOnSignal } from '../stopOnSignal.js';
import { plainText } from '../terminal/format.js';
import { mirrorSummary } from '../terminal/mirrorSummary.js';
import { startProgress } from '../terminal/progress.js';

export const mirror = defineCommand({
  path: 'mirror',
  summary: 'mirror what an x402 facilitator lists',
  notes: `Copies the services of a facilitator's list, in either version of the protocol. It is safe to run again, even after an
interruption: it creates nothing twice. Services that were registered here are left alone, and a service that was removed
here stays removed. What cannot be copied is reported with the reason and skipped.
A resource without tags gets the category "uncategorized", one without a name is named by its address, and descriptions are
cut at 2,000 characters.`,
  examples: [
    'shirube mirror https://facilitator.example',
    'shirube mirror https://facilitator.example/discovery/resources --prune',
  ],
  form: (command) =>
    command
      .argument('[URL]', 'an x402 facilitator, or its …/discovery/resources; MIRROR_URL by default')
      .option('--account <NAME>', 'account that owns the services; the operator by default')
      .option('--prune', 'remove services that came from this list and are no longer on it'),
  run(address = readSettings().MIRROR_URL, { account, prune: pruned = false, json = false }) {
    if (address === undefined) throw new UsageError('URL is missing, and MIRROR_URL is not set.');
    const url = sourceAddress(address);
    return withCatalog({ create: true }, async (catalog) => {
      const { database } = catalog;
      const { id: accountId } = await requireAccount(database, account);
      const leftOut: LeftOut[] = [];
      const started = Date.now();
      const stop = stopOnSignal();
      const progress = startProgress('resources', { quiet: json });
      const queue = openQueue(catalog, progress.note);
      try {
        await recordAction(database, actor, { action: 'mirror', subject: accountId, detail: { url, prune: pruned } });
        const { source, totals, unlisted } = await mirrorList(database, url, {
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
      } finally {
        progress.end();
        await queue.close();
        stop.release();
      }
    });
  },
});
