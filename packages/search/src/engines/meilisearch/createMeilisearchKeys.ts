import { createHash } from 'node:crypto';
import { Meilisearch, MeilisearchApiError } from 'meilisearch';
import { defaultIndexUid } from './connection.js';
import { rebuildPrefix } from './rebuild.js';

export interface MeilisearchKeys {
  /** For read-api: may search the index, fetch its documents, and read its modification time and its node. */
  reader: string;
  /** For the indexer: may write, configure, rebuild and swap the index. */
  indexer: string;
}

interface Role {
  uid: string;
  name: string;
  actions: string[];
  indexes: string[];
}

/**
 * Creates the two keys that the services need, or finds the existing ones: the same master key always gives the same
 * keys. A role whose rights have changed is created again under the same key.
 */
export async function createMeilisearchKeys({
  url,
  masterKey,
  indexUid = defaultIndexUid,
}: {
  url: string;
  masterKey: string;
  indexUid?: string;
}): Promise<MeilisearchKeys> {
  const client = new Meilisearch({ host: url, apiKey: masterKey });
  const [reader, indexer] = await Promise.all([
    ensureKey(client, {
      uid: keyUid('reader', indexUid),
      name: `Shirube reader of ${indexUid}`,
      actions: ['documents.get', 'indexes.get', 'search', 'settings.get'],
      indexes: [indexUid],
    }),
    ensureKey(client, {
      uid: keyUid('indexer', indexUid),
      name: `Shirube indexer of ${indexUid}`,
      actions: [
        'documents.add',
        'documents.delete',
        'documents.get',
        'indexes.create',
        'indexes.delete',
        'indexes.get',
        'indexes.swap',
        'settings.get',
        'settings.update',
        'tasks.get',
      ],
      indexes: [indexUid, `${rebuildPrefix(indexUid)}*`],
    }),
  ]);
  return { reader, indexer };
}

/**
 * Other processes may do the same concurrently: a key that exists already, or is gone, was created or removed by one of
 * them.
 */
async function ensureKey(client: Meilisearch, role: Role): Promise<string> {
  for (;;) {
    const found = await client.getKey(role.uid).catch(unless('api_key_not_found'));
    if (found && same(found.actions, role.actions) && same(found.indexes, role.indexes)) return found.key;
    if (found) await client.deleteKey(role.uid).catch(unless('api_key_not_found'));
    const created = await client.createKey({ ...role, expiresAt: null }).catch(unless('api_key_already_exists'));
    if (created) return created.key;
  }
}

/** Returns undefined for an error with this code and rethrows all others. */
const unless = (code: string) => (error: unknown) => {
  if (error instanceof MeilisearchApiError && error.cause?.code === code) return undefined;
  throw error;
};

const same = (a: readonly string[], b: readonly string[]): boolean => a.toSorted().join() === b.toSorted().join();

/** Returns a stable UUID for a role. Meilisearch derives the key from it and from the master key. */
function keyUid(role: string, indexUid: string): string {
  const hex = createHash('sha256').update(`shirube ${role} ${indexUid}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
