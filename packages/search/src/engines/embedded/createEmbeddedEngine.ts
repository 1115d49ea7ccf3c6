import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Language } from '@shirube/language';
import { documentVersion, toDocument } from '../../document/toDocument.js';
import { type CountFacets, countAll } from '../../facets.js';
import { foldKana } from '../../keyword/foldKana.js';
import { createKeywordReader } from '../../keyword/keywordQuery.js';
import type { IndexChange, SearchIndex, SearchReader } from '../../searchEngine.js';
import { createDocumentMaker } from './madeDocument.js';
import { createMadeDocuments, type DocumentMaking } from './madeDocuments.js';
import { page } from './page.js';
import { matchingSlots, searchWords } from './searchWords.js';
import { createServingIndex, type ServingIndex } from './servingIndex.js';

/** Milliseconds of indexing after which others get their turn. */
const longestTurn = 8;
const revisionsPerPage = 1_000;

/** Both sides of the search engine that lives in this process; it starts empty. */
export interface EmbeddedEngine extends SearchReader, SearchIndex {
  close(): Promise<void>;
}

export interface EmbeddedEngineOptions {
  /** Where to keep what was made of the texts, so that the next start is quick; nowhere when left out. */
  folder?: string | undefined;
}

/** An empty engine in memory, to be filled through `apply` or a rebuild. */
export function createEmbeddedEngine(language: Language, { folder }: EmbeddedEngineOptions = {}): EmbeddedEngine {
  const readQuery = createKeywordReader(language, foldKana);
  const version = `${documentVersion} ${language.version}`;
  const made = createMadeDocuments(createDocumentMaker(language), version, folder);
  let serving = createServingIndex();
  let writing: Promise<void> = Promise.resolve();

  async function write(
    index: ServingIndex,
    changes: readonly IndexChange[],
    { make, flush }: DocumentMaking,
  ): Promise<void> {
    // Every document is made before the first is indexed, so that a refused one leaves the index as it was.
    const documents = changes.map((change) => ('upsert' in change ? toDocument(change.upsert) : change.remove));
    let turn = performance.now();
    for (const document of documents) {
      if (typeof document === 'string') index.remove(document);
      else index.put({ document, ...make(document) });
      if (performance.now() - turn > longestTurn) {
        await nextTurn();
        turn = performance.now();
      }
    }
    await flush();
  }

  /** Runs after everything that was asked for before it. */
  function inOrder(work: () => Promise<void>): Promise<void> {
    const done = writing.then(work);
    writing = done.catch(() => undefined);
    return done;
  }

  const countFacets: CountFacets = async (text, filter, facets) => {
    const { table } = serving;
    const passes = table.test(filter);
    const found =
      text === undefined
        ? [...table.slots()].filter(passes ?? (() => true))
        : matchingSlots(serving, readQuery(text), filter);
    const counts = Object.fromEntries(facets.map((facet) => [facet, table.countBy(facet, found)]));
    return { total: found.length, counts };
  };

  return {
    async list({ filter, sort, offset, limit, after }) {
      const range = after ? { start: serving.startBehind(sort, after), offset: 0, limit } : { offset, limit };
      const found = page(serving.order(sort), serving.table.test(filter), range);
      const last = found.slots.at(-1);
      return {
        total: found.total,
        services: found.slots.map(serving.table.service),
        endsInDuplicates: last !== undefined && serving.isLastIn(sort)(last),
      };
    },
    search: async (request) => searchWords(serving, readQuery(request.text), request),
    facets: (request) => countAll(countFacets, request),
    async rank({ query, filter, limit }) {
      const { table, intents, byId } = serving;
      const isLast = table.isDuplicate;
      const ranked = intents.rank(query, { passes: table.test(filter), byId, isLast, limit });
      return ranked.map(({ slot, score, matches }) => ({
        service: table.service(slot),
        score,
        matches,
        isLast: isLast(slot),
      }));
    },
    ping: async () => undefined,
    prepare: async () => ({ rebuildNeeded: serving.table.count() === 0, serves: true }),
    check: async () => undefined,
    apply: (changes) => inOrder(() => write(serving, changes, made.serving)),
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
      const making = await made.begin();
      return {
        apply: (changes) => inOrder(() => write(next, changes, making)),
        promote: () =>
          inOrder(async () => {
            serving = next;
            await making.settle();
          }),
        abandon: () => inOrder(making.abandon),
      };
    },
    close: () => inOrder(made.close),
  };
}
