import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SearchDocument } from '@shirube/contracts';
import type { Language } from '@shirube/language';
import { documentVersion, toDocument } from '../../document/toDocument.js';
import { type CountFacets, countAll } from '../../facets.js';
import { createKeywordReader } from '../../keyword/keywordQuery.js';
import { foldKatakana } from '../../keyword/keywordWords.js';
import { describeOffers } from '../../providerOffers.js';
import type { IndexChange, SearchIndex, SearchReader } from '../../searchEngine.js';
import { page } from './page.js';
import { matchingSlots, searchWords } from './searchWords.js';
import { createServingIndex, type ServingIndex } from './servingIndex.js';
import { createSnapshots, noSnapshot, type Snapshot, textKey } from './snapshot.js';

/** Milliseconds of indexing after which it yields to other work. */
const longestTurn = 8;
const revisionsPerPage = 1_000;
/** Milliseconds to the next snapshot, from a rebuild and from a change. */
const snapshotDelay = { rebuild: 1_000, change: 60_000 };

/** Both sides of the in-process search engine. It starts empty. */
export type EmbeddedEngine = SearchReader & SearchIndex;

/**
 * Creates an empty engine in memory. It is filled through `apply` or a rebuild. What is derived from the texts is stored
 * in `folder`, if given, so that the next start is fast.
 */
export function createEmbeddedEngine(
  language: Language,
  { folder }: { folder?: string | undefined } = {},
): EmbeddedEngine {
  const readQuery = createKeywordReader(language);
  const version = `${documentVersion} ${language.version}`;
  const snapshots = createSnapshots(version, folder);
  let serving = createServingIndex(language);
  /** Whether a rebuild has filled the serving index. Before that, it must not replace a snapshot. */
  let isFilled = false;
  /** Set while the snapshot is out of date. */
  let snapshotTimer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function put(index: ServingIndex, document: SearchDocument, snapshot: Snapshot): void {
    const key = textKey(document);
    index.put(document, snapshot.find(key) ?? index.analyse(document), key);
  }

  async function write(index: ServingIndex, changes: readonly IndexChange[], snapshot: Snapshot): Promise<void> {
    // All documents are made before the first is indexed, so that a refused one leaves the index unchanged.
    const documents = changes.map((change) => {
      if ('remove' in change) return change.remove;
      return toDocument('upsert' in change ? change.upsert : change.update);
    });
    const isUpdate = (i: number) => 'update' in (changes[i] ?? {});
    let turn = performance.now();
    for (const [i, document] of documents.entries()) {
      if (typeof document === 'string') index.remove(document);
      else if (!isUpdate(i) || !index.update(document)) put(index, document, snapshot);
      if (performance.now() - turn > longestTurn) {
        await nextTurn();
        turn = performance.now();
      }
    }
  }

  /** Runs the work after all work that was requested before it. */
  function inOrder(work: () => Promise<void>): Promise<void> {
    const done = writing.then(work);
    writing = done.catch(() => undefined);
    return done;
  }

  /** Writes a snapshot of the serving index. Changes wait for it, searches do not. */
  function save(): Promise<void> {
    clearTimeout(snapshotTimer);
    snapshotTimer = undefined;
    return inOrder(() => {
      serving.prune();
      return snapshots.write(serving);
    });
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
    async list({ filter, byProvider, sort, offset, limit, after }) {
      const range = after ? { start: serving.startAfter(sort, after), offset: 0, limit } : { offset, limit };
      const found = page(serving.order(sort), serving.table.test(filter, byProvider), range);
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
    async describeProviders(domains, filter) {
      const passes = serving.table.test({ ...filter, providers: domains });
      return describeOffers(serving.table.countOffers([...serving.table.slots()].filter(passes ?? (() => true))));
    },
    async countNamed(filter) {
      const passes = serving.table.test(filter);
      return passes ? [...serving.table.slots()].filter(passes).length : serving.table.count();
    },
    occurring: async (words) => words.filter((word) => serving.words.find(foldKatakana(word)) !== undefined),
    ping: async () => undefined,
    prepare: async () => ({ rebuildNeeded: serving.table.count() === 0, serves: true }),
    check: async () => ({ rebuildNeeded: false }),
    apply(changes) {
      const isOfTexts = changes.some((change) => !('update' in change));
      if (isFilled && isOfTexts) snapshotTimer ??= setTimeout(save, snapshotDelay.change).unref();
      return inOrder(() => write(serving, changes, noSnapshot));
    },
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
      const snapshot = await snapshots.read();
      const next = createServingIndex(language, snapshot.vocabulary);
      return {
        apply: (changes) => inOrder(() => write(next, changes, snapshot)),
        promote: () =>
          inOrder(async () => {
            serving = next;
            isFilled = true;
            clearTimeout(snapshotTimer);
            snapshotTimer = setTimeout(save, snapshotDelay.rebuild).unref();
          }),
        abandon: async () => undefined,
      };
    },
    close: () => (snapshotTimer ? save() : writing),
  };
}
