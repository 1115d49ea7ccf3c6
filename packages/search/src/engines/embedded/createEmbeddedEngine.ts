import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Language } from '@shirube/language';
import { createDocumentReader } from '../../document/documentWords.js';
import { toDocument } from '../../document/toDocument.js';
import { keywordWeights } from '../../document/weights.js';
import { intentFeatures } from '../../intent/intentFeatures.js';
import { foldKana } from '../../keyword/foldKana.js';
import { createKeywordReader } from '../../keyword/keywordQuery.js';
import type { IndexChange, SearchIndex, SearchReader } from '../../searchEngine.js';
import { page } from './page.js';
import { searchWords } from './searchWords.js';
import { createServingIndex, type ServingIndex } from './servingIndex.js';

/** Milliseconds of indexing after which others get their turn. */
const longestTurn = 8;
const revisionsPerPage = 1_000;

/** Both sides of the search engine that lives in this process; it starts empty. */
export interface EmbeddedEngine extends SearchReader, SearchIndex {
  close(): Promise<void>;
}

/** An empty engine in memory, to be filled through `apply` or a rebuild. */
export function createEmbeddedEngine(language: Language): EmbeddedEngine {
  const readQuery = createKeywordReader(language, foldKana);
  const readDocument = createDocumentReader(language);
  let serving = createServingIndex();
  let writing: Promise<void> = Promise.resolve();

  async function write(index: ServingIndex, changes: readonly IndexChange[]): Promise<void> {
    // Every document is made before the first is indexed, so that a refused one leaves the index as it was.
    const documents = changes.map((change) =>
      'upsert' in change ? toDocument(change.upsert) : change.remove,
    );
    let turn = performance.now();
    for (const document of documents) {
      if (typeof document === 'string') index.remove(document);
      else {
        const words = readDocument(document);
        index.put({
          document,
          words: keywordWeights(document, words, foldKana),
          features: intentFeatures(language, words),
        });
      }
      if (performance.now() - turn > longestTurn) {
        await nextTurn();
        turn = performance.now();
      }
    }
  }

  /** Runs after everything that was asked for before it. */
  function inOrder(work: () => Promise<void>): Promise<void> {
    const done = writing.then(work);
    writing = done.catch(() => undefined);
    return done;
  }

  return {
    async list({ filter, sort, ...range }) {
      const found = page(serving.order(sort), serving.table.test(filter), range);
      return { total: found.total, services: found.slots.map(serving.table.service) };
    },
    search: async (request) => searchWords(serving, readQuery(request.text), request),
    async rank({ query, filter, limit }) {
      const { table, intents, byId } = serving;
      const ranked = intents.rank(query, { passes: table.test(filter), byId, limit });
      return ranked.map(({ slot, ...rest }) => ({ service: table.service(slot), ...rest }));
    },
    ping: async () => undefined,
    prepare: async () => ({ rebuildNeeded: serving.table.count() === 0, serves: true }),
    check: async () => undefined,
    apply: (changes) => inOrder(() => write(serving, changes)),
    async *revisions() {
      const index = serving;
      const slots = index.idOrder();
      for (let from = 0; from < slots.length; from += revisionsPerPage) {
        yield Array.from(slots.subarray(from, from + revisionsPerPage), (slot) => ({
          id: index.table.id(slot),
          revision: index.table.revision(slot),
        }));
      }
    },
    async beginRebuild() {
      const next = createServingIndex();
      return {
        apply: (changes) => inOrder(() => write(next, changes)),
        promote: () =>
          inOrder(async () => {
            serving = next;
          }),
        abandon: async () => undefined,
      };
    },
    close: async () => undefined,
  };
}
