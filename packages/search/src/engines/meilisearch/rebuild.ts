import { loadLanguage } from '@shirube/language';
import { SearchUnavailable } from '../../errors.js';
import type { IndexRebuild } from '../../searchEngine.js';
import { type ChangeSenderDependencies, createChangeSender } from './changeSender.js';
import { findVersion } from './findVersion.js';
import { currentVersion, indexSettings, withVersion } from './indexSettings.js';
import { searchFault } from './searchFault.js';

/** What the name of a second index starts with. */
export const rebuildPrefix = (indexUid: string): string => `${indexUid}_rebuild_`;

/** Makes a second index beside the serving one, and removes what interrupted rebuilds have left. */
export async function beginRebuild(
  servingUid: string,
  dependencies: ChangeSenderDependencies & { node: string },
): Promise<IndexRebuild> {
  const { client, follower } = dependencies;
  await removeLeftovers(servingUid, dependencies);
  const indexUid = rebuildPrefix(servingUid) + Date.now().toString(36);
  const settings = indexSettings(await loadLanguage());
  await client.createIndex(indexUid, { primaryKey: 'id' });
  const versioned = withVersion(settings, currentVersion(settings), dependencies.node);
  await follower.follow(await client.index(indexUid).updateSettings(versioned));
  const { createdAt } = await client.getRawIndex(indexUid);

  const remove = async () => follower.follow(await client.deleteIndex(indexUid));

  /** Lost together with all data and made anew by the next documents, an index lacks settings and documents. */
  async function checkSame(uid: string, otherwise: string): Promise<void> {
    const found = await client.getRawIndex(uid);
    if (found.createdAt !== createdAt) throw new SearchUnavailable(otherwise);
  }

  async function promote(): Promise<void> {
    await checkSame(indexUid, 'Meilisearch has lost the new index');
    const { results } = await client.getRawIndexes({ limit: 1_000 });
    const replaces = results.some(({ uid }) => uid === servingUid);
    // Either way there is no moment at which the serving index is there and not whole.
    await client.swapIndexes([{ indexes: [indexUid, servingUid], rename: !replaces }]);
    // A key that is limited to these indexes is not shown what became of the swap: so a task behind it is followed.
    await follower.follow(await client.index(servingUid).deleteDocuments([]));
    await checkSame(servingUid, 'Meilisearch did not let the new index take its place');
    if (replaces) await remove();
  }

  const asOurs = (error: unknown) => {
    throw searchFault(error);
  };
  return {
    apply: createChangeSender(indexUid, dependencies),
    promote: () => promote().catch(asOurs),
    abandon: () => remove().catch(asOurs),
  };
}

/** Removes second indexes, and a serving one that is not made by us: it lacks settings and documents. */
async function removeLeftovers(servingUid: string, { client, follower }: ChangeSenderDependencies): Promise<void> {
  const { results } = await client.getRawIndexes({ limit: 1_000 });
  for (const { uid } of results) {
    const isLeftover =
      uid.startsWith(rebuildPrefix(servingUid)) || (uid === servingUid && !(await findVersion(client, uid)));
    if (isLeftover) await follower.follow(await client.deleteIndex(uid));
  }
}
