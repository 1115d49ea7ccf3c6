import { DocumentsRefused } from '@shirube/search';

/** An item that the engine refuses, with the engine's reason. */
export interface Refusal<Item> {
  item: Item;
  reason: string;
}

/**
 * Applies the items. A batch that the engine refuses is halved until each refused item is alone, and the rest is
 * applied without them. Rejects when the engine cannot be reached; any part may be applied by then.
 */
export async function isolateRefused<Item>(
  apply: (items: readonly Item[]) => Promise<void>,
  items: readonly Item[],
): Promise<Refusal<Item>[]> {
  const [item] = items;
  if (item === undefined) return [];
  try {
    await apply(items);
    return [];
  } catch (error) {
    if (!(error instanceof DocumentsRefused)) throw error;
    if (items.length === 1) return [{ item, reason: error.message }];
  }
  const middle = Math.ceil(items.length / 2);
  return [
    ...(await isolateRefused(apply, items.slice(0, middle))),
    ...(await isolateRefused(apply, items.slice(middle))),
  ];
}
