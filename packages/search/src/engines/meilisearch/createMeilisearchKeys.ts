import { createHash } from 'node:crypto';
import { Meilisearch, MeilisearchApiError } from 'meilisearch';
import { defaultIndexUid } from './connection.js';
import { rebuildPrefix } from './rebuild.js';

export interface MeilisearchKeys {
  /** For read-api: may search the one index, fetch its documents, see when it changed, and which node it is. */
  reader: string;
  /** For the indexer: may keep, set up, rebuild and swap that index. */
  indexer: string;
}

interface Role {
  uid: string;
  name: string;
  actions: string[];
  indexes: string[];
}

/**
 * Makes the two keys that the services need, or finds them: the same master key gives the same keys again. A role whose
 * rights have changed is made anew under the same key.
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

async function ensureKey(client: Meilisearch, role: Role): Promise<string> {
  const found = await client.getKey(role.uid).catch((error: unknown) => {
    if (error instanceof MeilisearchApiError && error.response.status === 404) return undefined;
    throw error;
  });
  if (found && same(found.actions, role.actions) && same(found.indexes, role.indexes)) return found.key;
  if (found) await client.deleteKey(role.uid);
  const { key } = await client.createKey({ ...role, expiresAt: null });
  return key;
}

const same = (a: readonly string[], b: readonly string[]): boolean => a.toSorted().join() === b.toSorted().join();

/** A UUID that is always the same for a role: Meilisearch derives the key from it and from the master key. */
function keyUid(role: string, indexUid: string): string {
  const hex = createHash('sha256').update(`shirube ${role} ${indexUid}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
