import { mainNode } from '@shirube/contracts';
import { loadLanguage } from '@shirube/language';
import { Meilisearch } from 'meilisearch';
import { SearchUnavailable } from '../../errors.js';
import type { IndexPreparation, SearchIndex } from '../../searchEngine.js';
import { createChangeSender } from './changeSender.js';
import { defaultIndexUid, type MeilisearchAddress } from './connection.js';
import { createDocumentWriter, type TextStore } from './documentWriter.js';
import { findVersion } from './findVersion.js';
import { currentVersion, indexSettings, withVersion } from './indexSettings.js';
import { beginRebuild } from './rebuild.js';
import { searchFault } from './searchFault.js';
import { createTaskFollower } from './taskFollower.js';

const requestTimeout = 10_000;
const revisionsPerPage = 1_000;

/** The writing side of a Meilisearch; nothing is asked of it before the first call. */
export function createMeilisearchIndex({
  url,
  apiKey,
  indexUid = defaultIndexUid,
  node = mainNode,
  texts,
}: MeilisearchAddress & {
  /** The search node that it is. */
  node?: string;
  /** Where what is made of texts is kept; without it every document is made anew. */
  texts?: TextStore | undefined;
}): SearchIndex {
  const client = new Meilisearch({
    host: url,
    timeout: requestTimeout,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  const follower = createTaskFollower(client);
  const dependencies = {
    client,
    follower,
    node,
    toMeilisearch: createDocumentWriter(texts),
  };

  /** Two nodes in one Meilisearch would each take the other's word for its own. */
  async function findOwn() {
    const found = await findVersion(client, indexUid);
    if (found && found.node !== node)
      throw new SearchUnavailable(`this Meilisearch is the search node ${found.node}, not ${node}`);
    return found;
  }

  /** Documents sent to an index that is not there would make one without our settings. */
  async function checkThere(): Promise<void> {
    if (!(await findOwn())) throw new SearchUnavailable('Meilisearch has no complete index');
  }

  const apply = createChangeSender(indexUid, dependencies, checkThere);

  async function prepare(): Promise<IndexPreparation> {
    const settings = indexSettings(await loadLanguage());
    const wanted = currentVersion(settings);
    const found = await findOwn();
    if (found?.document !== wanted.document) return { rebuildNeeded: true, serves: found !== undefined };
    if (found.settings !== wanted.settings) {
      await follower.follow(await client.index(indexUid).updateSettings(withVersion(settings, wanted, node)));
    }
    return { rebuildNeeded: false, serves: true };
  }

  return {
    apply,
    prepare: () => prepare().catch(rethrow),
    check: () => checkThere().catch(rethrow),
    async *revisions() {
      const index = client.index<{ id: string; revision: number }>(indexUid);
      for (let offset = 0; ; offset += revisionsPerPage) {
        const { results } = await index
          .getDocuments({ fields: ['id', 'revision'], sort: ['id:asc'], offset, limit: revisionsPerPage })
          .catch(rethrow);
        if (results.length === 0) return;
        yield results.map(({ id, revision }) => ({ id, revision }));
      }
    },
    beginRebuild: () => beginRebuild(indexUid, dependencies).catch(rethrow),
    close: async () => follower.close(),
  };
}

function rethrow(error: unknown): never {
  throw searchFault(error);
}
