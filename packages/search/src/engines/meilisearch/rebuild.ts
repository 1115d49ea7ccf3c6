import { loadLanguage } from '@shirube/language';
import { SearchUnavailable } from '../../errors.js';
import type { IndexRebuild } from '../../searchEngine.js';
import { type ChangeSenderDependencies, createChangeSender } from './changeSender.js';
import { currentVersion, findVersion, indexSettings, withVersion } from './indexSettings.js';
import { throwFault } from './searchFault.js';

/** The prefix of the names of second indexes. */
export const rebuildPrefix = (indexUid: string): string => `${indexUid}_rebuild_`;

/** Creates a second index beside the serving one and removes what interrupted rebuilds left behind. */
export async function beginRebuild(
  servingUid: string,
  dependencies: ChangeSenderDependencies & { node: string },
): Promise<IndexRebuild> {
  const { client, watcher } = dependencies;
  await removeLeftovers(servingUid, dependencies);
  const indexUid = rebuildPrefix(servingUid) + Date.now().toString(36);
  const settings = indexSettings(await loadLanguage());
  await client.createIndex(indexUid, { primaryKey: 'id' });
  const versioned = withVersion(settings, currentVersion(settings), dependencies.node);
  await watcher.waitFor(await client.index(indexUid).updateSettings(versioned));
  const { createdAt } = await client.getRawIndex(indexUid);

  const remove = async () => watcher.waitFor(await client.deleteIndex(indexUid));

  /**
   * Detects an index that was lost with all data and created again by later documents: it lacks settings and documents.
   */
  async function checkSame(uid: string, otherwise: string): Promise<void> {
    const found = await client.getRawIndex(uid);
    if (found.createdAt !== createdAt) throw new SearchUnavailable(otherwise);
  }

  async function promote(): Promise<void> {
    await checkSame(indexUid, 'Meilisearch has lost the new index');
    const { results } = await client.getRawIndexes({ limit: 1_000 });
    const replaces = results.some(({ uid }) => uid === servingUid);
    // In both cases the serving index is complete at every moment.
    await client.swapIndexes([{ indexes: [indexUid, servingUid], rename: !replaces }]);
    // A key that is limited to these indexes cannot see the result of the swap, so a later task is awaited instead.
    await watcher.waitFor(await client.index(servingUid).deleteDocuments([]));
    await checkSame(servingUid, 'Meilisearch did not swap in the new index');
    if (replaces) await remove();
  }

  return {
    apply: createChangeSender(indexUid, dependencies),
    promote: () => promote().catch(throwFault),
    abandon: () => remove().catch(throwFault),
  };
}

/** Removes second indexes, and a serving index that we did not create: it lacks settings and documents. */
async function removeLeftovers(servingUid: string, { client, watcher }: ChangeSenderDependencies): Promise<void> {
  const { results } = await client.getRawIndexes({ limit: 1_000 });
  for (const { uid } of results) {
    const isLeftover =
      uid.startsWith(rebuildPrefix(servingUid)) || (uid === servingUid && !(await findVersion(client, uid)));
    if (isLeftover) await watcher.waitFor(await client.deleteIndex(uid));
  }
}
