import { loadLanguage } from '@shirube/language';
import { SearchUnavailable } from '../../errors.js';
import type { IndexRebuild } from '../../searchEngine.js';
import { type ChangeSenderDependencies, createChangeSender } from './changeSender.js';
import { currentVersion, indexSettings, withVersion } from './indexSettings.js';
import { searchFault } from './searchFault.js';

/** What the name of a second index starts with. */
export const rebuildPrefix = (indexUid: string): string => `${indexUid}_rebuild_`;

/** Makes a second index beside the serving one, and removes what interrupted rebuilds have left. */
export async function beginRebuild(
  servingUid: string,
  dependencies: ChangeSenderDependencies,
): Promise<IndexRebuild> {
  const { client, follower } = dependencies;
  await removeLeftovers(servingUid, dependencies);
  const indexUid = rebuildPrefix(servingUid) + Date.now().toString(36);
  const settings = indexSettings(await loadLanguage());
  await follower.follow(await client.createIndex(indexUid, { primaryKey: 'id' }));
  const versioned = withVersion(settings, currentVersion(settings));
  await follower.follow(await client.index(indexUid).updateSettings(versioned));

  const remove = async () => follower.follow(await client.deleteIndex(indexUid));
  return {
    apply: createChangeSender(indexUid, dependencies),
    async promote() {
      try {
        await swap(servingUid, indexUid, dependencies);
        await remove();
      } catch (error) {
        throw searchFault(error);
      }
    },
    abandon: () =>
      remove().catch((error: unknown) => {
        throw searchFault(error);
      }),
  };
}

/**
 * Swaps two indexes. A key that is limited to them is not shown what became of the swap, so a task behind it is followed,
 * and then the time at which the serving index was made tells which of the two it is.
 */
async function swap(
  servingUid: string,
  indexUid: string,
  { client, follower }: ChangeSenderDependencies,
): Promise<void> {
  const { createdAt } = await client.getRawIndex(indexUid);
  await client.swapIndexes([{ indexes: [servingUid, indexUid], rename: false }]);
  await follower.follow(await client.index(servingUid).deleteDocuments([]));
  const serving = await client.getRawIndex(servingUid);
  if (serving.createdAt !== createdAt) throw new SearchUnavailable('Meilisearch did not swap the indexes');
}

async function removeLeftovers(
  servingUid: string,
  { client, follower }: ChangeSenderDependencies,
): Promise<void> {
  const { results } = await client.getRawIndexes({ limit: 1_000 });
  for (const { uid } of results) {
    if (uid.startsWith(rebuildPrefix(servingUid))) await follower.follow(await client.deleteIndex(uid));
  }
}
