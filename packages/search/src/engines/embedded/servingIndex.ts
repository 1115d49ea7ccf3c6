import type { SearchDocument } from '@shirube/contracts';
import type { Language } from '@shirube/language';
import { createDocumentReader } from '../../document/documentWords.js';
import { compareCodePoints } from '../../document/nameKey.js';
import { keywordWeights } from '../../document/weights.js';
import { intentFeatures } from '../../intent/intentFeatures.js';
import { isUsualOrder, type ListCursor, type Sort } from '../../searchEngine.js';
import { createDocumentTable } from './documentTable.js';
import { firstWhere } from './firstWhere.js';
import { createIntentIndex, type IntentTexts } from './intentIndex.js';
import { type CompareSlots, createSortedSlots, type SortedSlots } from './sortedSlots.js';
import { createTermIndex } from './termIndex.js';

/** The texts of the numbers of an index. An empty text stands for a number that is not used. */
export interface Vocabulary {
  words: readonly string[];
  terms: readonly string[];
}

/** What is derived from the texts of a service, in the numbers of an index: `number * 256 + weight`. */
export interface AnalysedTexts extends IntentTexts {
  words: Uint32Array;
}

/** One complete index in memory: the services, their orders, their words and their features. */
export function createServingIndex(language: Language, vocabulary?: Vocabulary) {
  const readDocument = createDocumentReader(language);
  const table = createDocumentTable();
  const words = createTermIndex(vocabulary?.words);
  const intents = createIntentIndex(vocabulary?.terms);
  /** By slot: the key of its texts. */
  const keys: (string | undefined)[] = [];
  const orders = new Map<string, SortedSlots>();

  const byId: CompareSlots = (a, b) => (table.id(a) < table.id(b) ? -1 : 1);
  const keyOf: Record<Sort['by'], (slot: number) => string | number> = {
    price: table.price,
    trustScore: table.trustScore,
    name: table.nameKey,
    createdAt: table.id,
    updatedAt: table.updatedAt,
  };

  /** Whether a slot comes after all others in that order. */
  const isLastIn = (sort: Sort) => (isUsualOrder(sort) ? table.isLast : table.isDuplicate);

  /** Compares a slot with a cursor. 0 if the cursor is directly after it. */
  function compareTo({ by, order }: Sort, { key, id, isDuplicate = false }: ListCursor, slot: number): number {
    const last = Number(isLastIn({ by, order })(slot)) - Number(isDuplicate);
    if (last !== 0) return last;
    const difference = compareKeys(keyOf[by](slot), key);
    if (difference !== 0) return order === 'asc' ? difference : -difference;
    return compareCodePoints(table.id(slot), id);
  }

  function readOrder(name: string, make: () => SortedSlots): Uint32Array {
    const sorted = orders.get(name) ?? make();
    orders.set(name, sorted);
    return sorted.read();
  }

  const idOrder = (): Uint32Array =>
    readOrder('id', () => createSortedSlots(Uint32Array.from(table.slots()).sort(byId), byId));

  function order({ by, order: direction }: Sort): Uint32Array {
    const ascending: CompareSlots = (a, b) => compareKeys(keyOf[by](a), keyOf[by](b));
    const inOrder: CompareSlots = direction === 'asc' ? ascending : (a, b) => ascending(b, a);
    const isLast = isLastIn({ by, order: direction });
    const key: CompareSlots = (a, b) => Number(isLast(a)) - Number(isLast(b)) || inOrder(a, b);
    // Sorting is stable, so slots that are already ordered by id need to be compared by key only.
    return readOrder(`${by} ${direction}`, () =>
      createSortedSlots(idOrder().slice().sort(key), (a, b) => key(a, b) || byId(a, b)),
    );
  }

  return {
    table,
    words,
    intents,
    byId,
    isLastIn,
    /** Analyses the texts of a document, which is by far most of the work of indexing. */
    analyse(document: SearchDocument): AnalysedTexts {
      const read = readDocument(document);
      const weights = keywordWeights(document, read);
      const features = intentFeatures(language, read);
      return {
        ...features,
        words: words.number([...weights.keys()], [...weights.values()]),
        terms: intents.number(features.terms, features.weights),
      };
    },
    /** Stores a service unless the index has a newer revision of it. */
    put(document: SearchDocument, texts: AnalysedTexts, key: string): void {
      const old = table.find(document.id);
      if (old !== undefined && table.revision(old) > document.revision) return;
      const slot = table.put(document);
      keys[slot] = key;
      words.put(slot, texts.words);
      intents.put(slot, texts);
      for (const sorted of orders.values()) sorted.put(slot, old === undefined);
    },
    /** Stores a service whose texts are as indexed. Returns false if the index does not have it. */
    update(document: SearchDocument): boolean {
      const slot = table.find(document.id);
      if (slot === undefined) return false;
      if (table.revision(slot) > document.revision) return true;
      table.put(document);
      for (const sorted of orders.values()) sorted.put(slot, false);
      return true;
    },
    remove(serviceId: string): void {
      const slot = table.find(serviceId);
      if (slot === undefined) return;
      words.remove(slot);
      intents.remove(slot);
      for (const sorted of orders.values()) sorted.remove(slot);
      table.remove(serviceId);
    },
    /** Drops the terms that no service holds. */
    prune(): void {
      words.prune();
      intents.prune();
    },
    vocabulary: (): Vocabulary => ({ words: words.vocabulary(), terms: intents.vocabulary() }),
    /** The texts of every service that has a key. Valid until the index changes. */
    *texts(): Iterable<[key: string, texts: AnalysedTexts]> {
      for (const slot of table.slots()) {
        const key = keys[slot];
        if (key !== undefined) yield [key, { words: words.entriesOf(slot), ...intents.at(slot) }];
      }
    },
    idOrder,
    order,
    /** Returns the position of the first service after the cursor in that order. */
    startAfter: (sort: Sort, cursor: ListCursor): number =>
      firstWhere(order(sort), (slot) => compareTo(sort, cursor, slot) > 0),
  };
}
export type ServingIndex = ReturnType<typeof createServingIndex>;

const compareKeys = (a: string | number, b: string | number): number =>
  typeof a === 'number' ? a - Number(b) : compareCodePoints(a, String(b));
