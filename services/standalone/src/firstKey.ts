import { createKey, type Database, listKeys } from '@shirube/catalog';

/** On the first start of a catalog makes an admin key; afterwards there is nothing to show. */
export async function firstKey(database: Database): Promise<string | undefined> {
  if ((await listKeys(database)).length > 0) return undefined;
  const { key } = await createKey(database, { name: 'first start', scopes: ['services:write', 'admin'] });
  return key;
}
