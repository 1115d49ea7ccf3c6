import { UsageError } from '@shirube/command-line';
import {
  addressOf,
  feedPath,
  findFollowedFeed,
  hasFeed,
  isAddressOf,
  listPath,
  sourceAddress,
} from '@shirube/exchange';
import { readSettings } from '@shirube/service-kit/settings';
import { CommandError } from '../commandError.js';
import { defineCommand } from '../defineCommand.js';
import { mirrorDirectory } from '../mirroring/mirrorDirectory.js';
import { mirrorList } from '../mirroring/mirrorList.js';
import { type Catalog, withCatalog } from '../stack/openCatalog.js';
import { requireAccount } from '../stack/requireAccount.js';
import { stopOnSignal } from '../stopOnSignal.js';

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
        'another Shirube, or an x402 facilitator; or its …/api/changes or …/discovery/resources; MIRROR_URL unless told',
      )
      .option('--follow', 'go on as things change there, until stopped; another Shirube only')
      .option('--account <NAME>', 'whose services they become; the operator unless told')
      .option('--prune', 'remove what came from this list and is in it no more; facilitators only'),
  run(address = readSettings().MIRROR_URL, { account, follow = false, prune = false, json = false }) {
    if (address === undefined) throw new UsageError('URL is missing, and MIRROR_URL is not set.');
    const url = sourceAddress(address);
    return withCatalog({ create: true }, async (catalog) => {
      const { id: accountId } = await requireAccount(catalog.database, account);
      const stop = stopOnSignal();
      try {
        if (await isDirectory(catalog, url, stop.signal)) {
          return await mirrorDirectory(catalog, addressOf(url, feedPath), { accountId, json, follow }, stop);
        }
        if (follow) {
          throw new CommandError(
            `${url.origin} is no Shirube and cannot be followed: leave out --follow, and run the command again from time to time.`,
          );
        }
        return await mirrorList(catalog, addressOf(url, listPath), { accountId, json, prune }, stop);
      } finally {
        stop.release();
      }
    });
  },
});

/** Whether it is another Shirube: asked once, since one that is overloaded must not be taken for something else later. */
async function isDirectory({ database }: Catalog, url: URL, signal: AbortSignal): Promise<boolean> {
  if (isAddressOf(url, listPath)) return false;
  if (isAddressOf(url, feedPath)) return true;
  const feed = addressOf(url, feedPath);
  const followed = await findFollowedFeed(database, feed.origin + feed.pathname);
  return followed !== undefined || hasFeed(feed, signal);
}
