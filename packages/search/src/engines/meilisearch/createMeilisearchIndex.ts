import { mainNode } from '@shirube/contracts';
import { loadLanguage } from '@shirube/language';
import { Meilisearch } from 'meilisearch';
import { SearchUnavailable } from '../../errors.js';
import type { IndexPreparation, SearchIndex } from '../../searchEngine.js';
import { createChangeSender } from './changeSender.js';
import { defaultIndexUid, type MeilisearchAddress } from './connection.js';
import { createDocumentWriter } from './documentWriter.js';
import { currentVersion, findVersion, indexSettings, isOlder, withVersion } from './indexSettings.js';
import { beginRebuild } from './rebuild.js';
import { throwFault } from './searchFault.js';
import { createTaskWatcher } from './taskWatcher.js';

const requestTimeout = 10_000;
const revisionsPerPage = 1_000;

/** Creates the writing side of a Meilisearch. It sends no request before the first call. */
export function createMeilisearchIndex({
  url,
  apiKey,
  indexUid = defaultIndexUid,
  node = mainNode,
}: MeilisearchAddress & {
  /** The name of the search node. */
  node?: string;
}): SearchIndex {
  const client = new Meilisearch({
    host: url,
    timeout: requestTimeout,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  const watcher = createTaskWatcher(client);
  const dependencies = {
    client,
    watcher,
    node,
    writer: createDocumentWriter(),
  };

  /** Checks the name of the node: two nodes in one Meilisearch would each mistake the other's state for their own. */
  async function findOwn() {
    const found = await findVersion(client, indexUid);
    if (found && found.node !== node)
      throw new SearchUnavailable(`this Meilisearch is the search node ${found.node}, not ${node}`);
    return found;
  }

  /** Requires an existing index: documents sent to a missing index would create one without our settings. */
  async function findThere() {
    const found = await findOwn();
    if (!found) throw new SearchUnavailable('Meilisearch has no complete index');
    return found;
  }

  const apply = createChangeSender(indexUid, dependencies, async () => void (await findThere()));

  async function check(): Promise<{ rebuildNeeded: boolean }> {
    const found = await findThere();
    return { rebuildNeeded: isOlder(found) };
  }

  async function prepare(): Promise<IndexPreparation> {
    const settings = indexSettings(await loadLanguage());
    const wanted = currentVersion(settings);
    const found = await findOwn();
    if (found?.document !== wanted.document) return { rebuildNeeded: true, serves: found !== undefined };
    if (found.settings !== wanted.settings) {
      await watcher.waitFor(await client.index(indexUid).updateSettings(withVersion(settings, wanted, node)));
    }
    return { rebuildNeeded: false, serves: true };
  }

  return {
    apply,
    prepare: () => prepare().catch(throwFault),
    check: () => check().catch(throwFault),
    async *revisions() {
      const index = client.index<{ id: string; revision: number }>(indexUid);
      for (let offset = 0; ; offset += revisionsPerPage) {
        const { results } = await index
          .getDocuments({ fields: ['id', 'revision'], sort: ['id:asc'], offset, limit: revisionsPerPage })
          .catch(throwFault);
        if (results.length === 0) return;
        yield results.map(({ id, revision }) => ({ id, revision }));
      }
    },
    beginRebuild: () => beginRebuild(indexUid, dependencies).catch(throwFault),
    close: async () => watcher.close(),
  };
}
