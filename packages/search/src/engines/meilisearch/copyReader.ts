import { SearchUnavailable } from '../../errors.js';
import {
  type CopiedDocument,
  copiedFields,
  createIntentCopy,
  type IntentCopy,
  type Stamp,
} from './intentCopy.js';
import type { SearchClient } from './searchClient.js';

/** Which index it is, and when it last changed; an index that takes the place of another was made at another time. */
export interface IndexState {
  createdAt: string;
  updatedAt: string;
}

/** A copy, and what it is a copy of. */
export interface KeptCopy {
  copy: IntentCopy;
  of: IndexState;
  /** What the copy lacks was indexed later than this, by the clocks of the indexers. */
  since: number;
}

interface Page<Document> {
  results: Document[];
  total: number;
}

const documentsPerPage = 1_000;
const stampsPerPage = 5_000;
const triesAtMost = 5;
/** How far the clocks of the indexers may be behind that of Meilisearch. */
const clocksApart = 60_000;

/** Reads what intent search needs from the serving index. Every method rejects with SearchUnavailable when there is none. */
export function createCopyReader(client: SearchClient, indexUid: string) {
  const path = `/indexes/${encodeURIComponent(indexUid)}`;
  const fetchPage = <Document>(page: {
    ids?: string[];
    filter?: string[];
    offset?: number;
    limit: number;
    fields: string[];
  }) => client.request<Page<Document>>('POST', `${path}/documents/fetch`, page);

  const state = () => client.request<IndexState>('GET', path);

  /**
   * Puts every document into the copy. Each page starts with the last document of the one before: when it does not, a
   * removal has moved the documents, one may have been passed over, and the result is false.
   */
  async function readAll(copy: IntentCopy): Promise<boolean> {
    let last: string | undefined;
    for (let offset = 0; ; offset += documentsPerPage - 1) {
      const { results, total } = await fetchPage<CopiedDocument>({
        offset,
        limit: documentsPerPage,
        fields: copiedFields,
      });
      if (last !== undefined && results[0]?.id !== last) return false;
      results.forEach(copy.put);
      if (offset + results.length >= total) return true;
      last = results.at(-1)?.id;
    }
  }

  /** Brings over what was indexed after `since` and is not in the copy as it is in the index. */
  async function catchUp(copy: IntentCopy, since: number): Promise<void> {
    for (let offset = 0; ; offset += stampsPerPage) {
      const { results, total } = await fetchPage<Stamp>({
        filter: [`indexedAt > ${since}`],
        offset,
        limit: stampsPerPage,
        fields: ['id', 'indexedAt'],
      });
      const changed = results.filter((stamp) => !copy.isKnown(stamp));
      for (let at = 0; at < changed.length; at += documentsPerPage) {
        const { results: documents } = await fetchPage<CopiedDocument>({
          ids: changed.slice(at, at + documentsPerPage).map(({ id }) => id),
          limit: documentsPerPage,
          fields: copiedFields,
        });
        documents.forEach(copy.put);
      }
      if (offset + results.length >= total) return;
    }
  }

  return {
    state,
    catchUp,
    count: async (): Promise<number> => (await fetchPage({ limit: 0, fields: ['id'] })).total,
    /** A copy of the whole index, all of it from one and the same, no older than the state it is of. */
    async read(): Promise<KeptCopy> {
      for (let tries = 0; tries < triesAtMost; tries++) {
        const of = await state();
        const copy = createIntentCopy();
        const isWhole = await readAll(copy);
        const { createdAt } = await state();
        if (isWhole && createdAt === of.createdAt)
          return { copy, of, since: Date.parse(of.updatedAt) - clocksApart };
      }
      throw new SearchUnavailable('the index changes faster than it can be read');
    },
  };
}
