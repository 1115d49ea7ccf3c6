import type { SearchDocument } from '@shirube/contracts';
import { loadLanguage } from '@shirube/language';
import { Meilisearch, MeilisearchApiError } from 'meilisearch';
import { SearchUnavailable } from '../../errors.js';
import type { SearchIndex } from '../../searchEngine.js';
import { createChangeSender } from './changeSender.js';
import { defaultIndexUid, type MeilisearchAddress } from './connection.js';
import {
  currentVersion,
  type IndexVersion,
  indexSettings,
  readVersion,
  withVersion,
} from './indexSettings.js';
import { createDocumentWriter } from './meilisearchDocument.js';
import { beginRebuild } from './rebuild.js';
import { searchFault } from './searchFault.js';
import { createTaskFollower } from './taskFollower.js';

const requestTimeout = 10_000;
const revisionsPerPage = 1_000;
/** Milliseconds for which an index that was seen is taken to be there still. */
const trustedFor = 1_000;

/** The writing side of a Meilisearch; nothing is asked of it before the first call. */
export function createMeilisearchIndex({
  url,
  apiKey,
  indexUid = defaultIndexUid,
}: MeilisearchAddress): SearchIndex {
  const client = new Meilisearch({
    host: url,
    timeout: requestTimeout,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  const follower = createTaskFollower(client);
  let writer: ReturnType<typeof createDocumentWriter> | undefined;
  const dependencies = {
    client,
    follower,
    toMeilisearch: async (document: SearchDocument) => {
      writer ??= createDocumentWriter(await loadLanguage());
      return writer(document);
    },
  };
  let seen = Number.NEGATIVE_INFINITY;

  async function version(): Promise<IndexVersion | undefined> {
    try {
      return readVersion(await client.index(indexUid).getDisplayedAttributes());
    } catch (error) {
      if (error instanceof MeilisearchApiError && error.cause?.code === 'index_not_found') return undefined;
      throw error;
    }
  }

  /** Documents sent to an index that is not there would make one without our settings. */
  async function checkThere(): Promise<void> {
    if (performance.now() - seen < trustedFor) return;
    if (!(await version()))
      throw new SearchUnavailable('Meilisearch has lost the index: it must be prepared');
    seen = performance.now();
  }

  const apply = createChangeSender(indexUid, dependencies, checkThere);

  async function prepare(): Promise<{ rebuildNeeded: boolean }> {
    const settings = indexSettings(await loadLanguage());
    const wanted = currentVersion(settings);
    const found = await version();
    if (!found) {
      await client.createIndex(indexUid, { primaryKey: 'id' });
      const unfilled = withVersion(settings, { ...wanted, filled: false });
      await follower.follow(await client.index(indexUid).updateSettings(unfilled));
      return { rebuildNeeded: true };
    }
    if (!found.filled || found.document !== wanted.document) return { rebuildNeeded: true };
    if (found.settings !== wanted.settings) {
      await follower.follow(await client.index(indexUid).updateSettings(withVersion(settings, wanted)));
    }
    return { rebuildNeeded: false };
  }

  return {
    apply,
    prepare: () => prepare().catch(rethrow),
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
