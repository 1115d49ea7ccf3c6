import { createHash } from 'node:crypto';
import {
  addServices,
  type Database,
  editService,
  inTransaction,
  lockServices,
  newService,
  registrationDigest,
  toBatchRecord,
} from '@shirube/catalog';
import type { Registration } from '@shirube/contracts';
import { storeEach } from '../importing/storeEach.js';

/** The outcome for services that a source lists. */
export interface MirrorResult {
  /** Ids of the new services, and of the changed ones. */
  added: string[];
  changed: string[];
  unchanged: number;
  /** Not restored, because they were removed here. */
  removed: number;
  /**
   * Left unchanged, because somebody has registered their endpoint here, or the service was handed over to its owner.
   */
  taken: number;
  /** Those that the database refuses, each with a sentence for people. */
  refused: { resource: string; detail: string }[];
}

interface KnownRow {
  key: string;
  digest: string;
  service_id: string;
  account_id: string;
  removed: boolean;
  handed_over: boolean;
}

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex');

type MirrorRecord = ReturnType<typeof toBatchRecord> & { key: string; digest: string };

/** Adds services whose endpoints nobody has here, and records where they come from: all or none. */
function addNew(database: Database, source: string, records: readonly MirrorRecord[]): Promise<string[]> {
  return inTransaction(database, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into mirrored_services (source, key, service_id, digest)
        select $1, decode(key, 'hex'), id, decode(digest, 'hex')
        from json_to_recordset($2) as batch (id uuid, endpoint_key text, key text, digest text)
        where endpoint_key not in (select endpoint_key from services where endpoint_key = any ($3))
        -- In the same order for everybody: two that read one list at once wait for each other, and cannot deadlock.
        order by key
        on conflict (source, key) do nothing
        returning service_id as id`,
      [source, JSON.stringify(records), records.map(({ endpoint_key }) => endpoint_key)],
    );
    const fresh = new Set(rows.map(({ id }) => id));
    return addServices(
      client,
      records.filter(({ id }) => fresh.has(id)),
    );
  });
}

/**
 * Mirrors the list of a source, which identifies services by endpoint: new services are added, in one statement, and
 * services that changed there since the last read are changed here. It can be interrupted anywhere and run again.
 */
export async function mirrorServices(
  database: Database,
  source: string,
  registrations: readonly Registration[],
  accountId?: string,
): Promise<MirrorResult> {
  const read = new Map(
    registrations.map((registration) => [
      hashed(registration.endpoint),
      { registration, digest: registrationDigest(registration) },
    ]),
  );
  const { rows: known } = await database.query<KnownRow>(
    `select encode(key, 'hex') as key, encode(digest, 'hex') as digest, service_id, account_id,
        services.id is null as removed, handed_over
      from mirrored_services left join services on services.id = service_id
      where source = $1 and key = any (select decode(key, 'hex') from unnest($2::text[]) as key)`,
    [source, [...read.keys()]],
  );
  const result: MirrorResult = { added: [], changed: [], unchanged: 0, removed: 0, taken: 0, refused: [] };
  const refuse = ({ endpoint: resource }: { endpoint: string }, detail: string) =>
    void result.refused.push({ resource, detail });
  for (const { key, digest, service_id: id, account_id, removed, handed_over } of known) {
    const found = read.get(key);
    read.delete(key);
    if (removed) result.removed += 1;
    else if (handed_over) result.taken += 1;
    else if (found?.digest === digest) result.unchanged += 1;
    else if (found) {
      // If it was handed over meanwhile, it belongs to another account.
      const edit = () => editService(database, id, { accountId: account_id }, () => found.registration);
      const [edited] = await storeEach([found.registration], edit, refuse);
      if (!edited) continue;
      const { outcome } = edited;
      if (outcome !== 'done') {
        result[outcome === 'not_owner' ? 'taken' : 'removed'] += 1;
        continue;
      }
      await database.query(
        `update mirrored_services set digest = decode($3, 'hex') where source = $1 and key = decode($2, 'hex')`,
        [source, key, found.digest],
      );
      result.changed.push(id);
    }
  }
  const records = [...read].map(([key, { registration, digest }]) => ({
    ...toBatchRecord(newService(registration), accountId),
    key,
    digest,
  }));
  if (records.length > 0) {
    const add = async (some: readonly MirrorRecord[]) => ({
      ids: await addNew(database, source, some),
      count: some.length,
    });
    for (const { ids, count } of await storeEach(records, add, refuse)) {
      result.added.push(...ids);
      result.taken += count - ids.length;
    }
  }
  return result;
}

/** Returns the source of a mirrored service; undefined if it was registered or imported here, or handed over since. */
export async function findSource(database: Database, id: string): Promise<string | undefined> {
  const { rows } = await database.query<{ source: string }>(
    'select source from mirrored_services where service_id = $1 and not handed_over',
    [id],
  );
  return rows[0]?.source;
}

/** Finds the services of a source that it no longer lists, given the endpoints that it lists. */
export async function findUnlisted(database: Database, source: string, endpoints: Iterable<string>): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `select services.id from mirrored_services join services on services.id = service_id
      where source = $1 and not handed_over and not exists (
        select from unnest($2::text[]) as listed where decode(listed, 'hex') = key
      ) order by services.id`,
    [source, Array.from(endpoints, hashed)],
  );
  return rows.map(({ id }) => id);
}

/** Removes services that their source no longer lists. If one is listed again, it is added as a new service. */
export function removeUnlisted(database: Database, source: string, ids: readonly string[]): Promise<void> {
  return inTransaction(database, async (client) => {
    // Some may have been handed over meanwhile.
    await lockServices(client, ids);
    await client.query(
      `with unlisted as (
          delete from mirrored_services where source = $1 and service_id = any ($2::uuid[]) and not handed_over
          returning service_id
        )
        delete from services where id in (select service_id from unlisted)`,
      [source, ids],
    );
  });
}
