import type { Registration, ServiceDetail } from '@shirube/contracts';
import { coalesce } from '../coalesce.js';
import { type Database, inTransaction } from '../database.js';
import { findOwnServices, type SameEndpoint, sameEndpoint } from './findSameEndpoint.js';
import { newService } from './newService.js';
import { registrationDigest } from './registrationDigest.js';
import { type ServiceRow, serviceColumns, toService } from './serviceRow.js';
import {
  allowRecords,
  type BatchRecord,
  batchColumns,
  type StoredRecord,
  storeRecords,
  storeServices,
  toBatchRecord,
} from './storeServices.js';

/** The same key and owner with an equivalent body mean the same registration, for 24 hours. */
export interface Idempotency {
  owner: Buffer;
  key: string;
}

export interface RegisterOptions {
  /** The account that will own the service; the operator's by default. */
  accountId?: string | undefined;
  idempotency?: Idempotency | undefined;
  /** How many services the account may have, unless it has a quota of its own; any number by default. */
  usualQuota?: number | undefined;
}

type RegisterOutcome =
  | ({ outcome: 'created' | 'repeated'; service: ServiceDetail } & SameEndpoint)
  /** The service was registered under this key before, and has been removed since. */
  | { outcome: 'removed'; id: string }
  | { outcome: 'conflict' }
  /** The account has as many services as it may have. */
  | { outcome: 'too_many' };

/** Stores a new service. It is durable once this resolves. */
export type Register = (registration: Registration, options?: RegisterOptions) => Promise<RegisterOutcome>;

const registerIdempotently = `
  with records as (select * from json_to_recordset($1) as records (${batchColumns})), ${allowRecords}, claim as (
    insert into idempotency_keys (owner, key, body_digest, response)
    select $2::bytea, $3::text, $4::bytea, $5::text from allowed
    on conflict (owner, key) do update
      set body_digest = excluded.body_digest, response = excluded.response, created_at = now()
      where idempotency_keys.created_at < now() - interval '24 hours'
    returning key
  ), batch as (
    select * from allowed where exists (select from claim)
  ), ${storeRecords('batch')}`;

/**
 * Stores concurrent registrations in one statement and one commit. Those with an idempotency key are stored separately:
 * the first registration wins, also among concurrent ones. `reach` may retry when the response was lost; the service is
 * still stored only once.
 */
export function createRegistrar(
  database: Pick<Database, 'query'>,
  reach: <T>(work: () => Promise<T>) => Promise<T> = (work) => work(),
): Register {
  const store = coalesce(async (records: readonly BatchRecord[]) => {
    const stored = new Map((await storeServices(database, records)).map((one) => [one.id, one]));
    return records.map(({ id }) => stored.get(id));
  });
  return (registration, { accountId, idempotency, usualQuota } = {}) => {
    const service = newService(registration);
    const record = toBatchRecord(service, accountId, usualQuota);
    return reach(async (): Promise<RegisterOutcome> => {
      if (idempotency) return storeOnce(database, service, record, idempotency);
      const stored = await store(record);
      return stored?.isRefused ? { outcome: 'too_many' } : created(service, stored);
    });
  };
}

/** A new service has the moderation of its endpoint from the start. */
const created = (service: ServiceDetail, stored: StoredRecord | undefined): RegisterOutcome => ({
  outcome: 'created',
  service: stored?.moderation ? { ...service, moderation: stored.moderation } : service,
  duplicated: stored?.duplicated ?? null,
  earlier: stored?.earlier ?? null,
});

/** Registers a single service. */
export const registerService = (
  database: Database,
  registration: Registration,
  options?: RegisterOptions,
): Promise<RegisterOutcome> => createRegistrar(database)(registration, options);

/** Serializes, until the end of the transaction, registrations that must be new to an account. */
export async function lockEndpoints(client: Pick<Database, 'query'>, accountId: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtext('shirube endpoints ' || $1))`, [accountId]);
}

/**
 * Stores a service unless its account already has one at the endpoint. Returns the id of the stored or existing one;
 * undefined if the account has as many services as it may have. Idempotent.
 */
export const registerAbsent = (
  database: Database,
  service: ServiceDetail,
  { accountId, usualQuota }: { accountId: string; usualQuota?: number | undefined },
): Promise<string | undefined> =>
  inTransaction(database, async (client) => {
    await lockEndpoints(client, accountId);
    const record = toBatchRecord(service, accountId, usualQuota);
    const own = (await findOwnServices(client, accountId, [record.endpoint_key])).get(record.endpoint_key);
    if (own) return own.id;
    const [stored] = await storeServices(client, [record]);
    return stored?.isRefused ? undefined : service.id;
  });

async function storeOnce(
  database: Pick<Database, 'query'>,
  service: ServiceDetail,
  record: BatchRecord,
  { owner, key }: Idempotency,
): Promise<RegisterOutcome> {
  const digest = registrationDigest(service);
  const {
    rows: [stored],
  } = await database.query<StoredRecord>({
    name: 'register-idempotently',
    text: registerIdempotently,
    values: [JSON.stringify([record]), owner, key, Buffer.from(digest, 'hex'), JSON.stringify(service)],
  });
  if (stored?.isNew) return created(service, stored);
  const { rows } = await database.query<{ response: string } & SameEndpoint & (ServiceRow | { id: null })>(
    `select response, ${serviceColumns}, ${sameEndpoint('services')} from idempotency_keys
      left join services on services.id = (response::json ->> 'id')::uuid
      where owner = $1 and key = $2 and idempotency_keys.created_at > now() - interval '24 hours'`,
    [owner, key],
  );
  const [row] = rows;
  if (!row) return { outcome: 'too_many' };
  const earlier: ServiceDetail = JSON.parse(row.response);
  // Compared with the stored response instead of the stored digest: earlier versions stored a digest of the raw body,
  // and their keys are also valid for 24 hours.
  if (registrationDigest(earlier) !== digest) return { outcome: 'conflict' };
  if (row.id === null) return { outcome: 'removed', id: earlier.id };
  // The stored service is our own if the response to the first attempt was lost.
  const outcome = row.id === service.id ? 'created' : 'repeated';
  return { outcome, service: toService(row), duplicated: row.duplicated, earlier: row.earlier };
}

/** Prunes idempotency keys that are older than 24 hours. */
export async function pruneIdempotencyKeys(database: Database): Promise<void> {
  await database.query("delete from idempotency_keys where created_at < now() - interval '24 hours'");
}
