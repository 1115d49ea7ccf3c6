import { areValuesRefused } from '@shirube/catalog';
import { reasonOf } from '@shirube/contracts';

/**
 * Stores items at once. If the database refuses a value among them, each item is stored by itself, so that a faulty one
 * does not stop the others. `store` must store all or nothing. Returns its results.
 */
export async function storeEach<Item, Result>(
  items: readonly Item[],
  store: (items: readonly Item[]) => Promise<Result>,
  onRefused: (item: Item, detail: string) => void,
): Promise<Result[]> {
  try {
    return [await store(items)];
  } catch (error) {
    if (!areValuesRefused(error)) throw error;
    const [item, ...others] = items;
    if (others.length === 0) {
      if (item !== undefined) onRefused(item, `cannot be stored: ${reasonOf(error)}`);
      return [];
    }
  }
  const results: Result[] = [];
  for (const item of items) results.push(...(await storeEach([item], store, onRefused)));
  return results;
}
