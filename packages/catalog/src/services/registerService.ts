import type { Registration, ServiceDetail } from '@shirube/contracts';
import type { Reach } from '@shirube/service-kit';
import { coalesce } from '../coalesce.js';
import type { Database } from '../database.js';
import { inTransaction } from '../inTransaction.js';
import { findOwnAt } from './findSameEndpoint.js';
import { newService } from './newService.js';
import { registrationDigest } from './registrationDigest.js';
import { type ServiceRow, serviceColumns, toService } from './serviceRow.js';
import { type BatchRecord, batchColumns, insertBatch, storeServices, toBatchRecord } from './storeServices.js';

/** The same key and owner with an equivalent body mean the same registration, for 24 hours. */
export interface Idempotency {
  owner: Buffer;
  key: string;
}

export interface RegisterOptions {
  /** The account that will own the service; the operator's by default. */
  accountId?: string | undefined;
  idempotency?: Idempotency | undefined;
}

export type RegisterOutcome =
  | { outcome: 'created' | 'repeated'; service: ServiceDetail }
  /** The service was registered under this key before, and has been removed since. */
  | { outcome: 'removed'; id: string }
  | { outcome: 'conflict' };

/** Stores a new service. It is durable once this resolves. */
export type Register = (registration: Registration, options?: RegisterOptions) => Promise<RegisterOutcome>;

const registerIdempotently = `
  with claim as (
    insert into idempotency_keys (owner, key, body_digest, response) values ($2, $3, $4, $5)
    on conflict (owner, key) do update
      set body_digest = excluded.body_digest, response = excluded.response, created_at = now()
      where idempotency_keys.created_at < now() - interval '24 hours'
    returning key
  ), batch as (
    select * from json_to_recordset($1) as batch (${batchColumns}) where exists (select from claim)
  ), ${insertBatch('batch')}
  select id from stored`;

/**
 * Stores concurrent registrations in one statement and one commit. Those with an idempotency key are stored separately:
 * the first registration wins, also among concurrent ones. `reach` may retry when the response was lost; the service is
 * still stored only once.
 */
export function createRegistrar(database: Database, reach: Reach = (work) => work()): Register {
  const store = coalesce(async (records: readonly BatchRecord[]) => {
    await storeServices(database, records);
    return records;
  });
  return (registration, { accountId, idempotency } = {}) => {
    const service = newService(registration);
    const record = toBatchRecord(service, accountId);
    return reach(async () => {
      if (idempotency) return storeOnce(database, service, record, idempotency);
      await store(record);
      return { outcome: 'created', service };
    });
  };
}

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
 * Stores a service unless its account already has one at the endpoint. Returns the id of the stored or existing one.
 * Idempotent.
 */
export const registerAbsent = (database: Database, service: ServiceDetail, accountId: string): Promise<string> =>
  inTransaction(database, async (client) => {
    await lockEndpoints(client, accountId);
    const own = await findOwnAt(client, accountId, service.endpoint);
    if (own === undefined) await storeServices(client, [toBatchRecord(service, accountId)]);
    return own ?? service.id;
  });

async function storeOnce(
  database: Database,
  service: ServiceDetail,
  record: BatchRecord,
  { owner, key }: Idempotency,
): Promise<RegisterOutcome> {
  const digest = registrationDigest(service);
  const { rowCount } = await database.query({
    name: 'register-idempotently',
    text: registerIdempotently,
    values: [JSON.stringify([record]), owner, key, Buffer.from(digest, 'hex'), JSON.stringify(service)],
  });
  if (rowCount === 1) return { outcome: 'created', service };
  const { rows } = await database.query<{ response: string } & (ServiceRow | { id: null })>(
    `select response, ${serviceColumns} from idempotency_keys
      left join services on services.id = (response::json ->> 'id')::uuid
      where owner = $1 and key = $2`,
    [owner, key],
  );
  const [row] = rows;
  const earlier: ServiceDetail | undefined = row && JSON.parse(row.response);
  // Compared with the stored response instead of the stored digest: earlier versions stored a digest of the raw body,
  // and their keys are also valid for 24 hours.
  if (!row || !earlier || registrationDigest(earlier) !== digest) return { outcome: 'conflict' };
  if (row.id === null) return { outcome: 'removed', id: earlier.id };
  // The stored service is our own if the response to the first attempt was lost.
  return { outcome: row.id === service.id ? 'created' : 'repeated', service: toService(row) };
}

/** Prunes idempotency keys that are older than 24 hours. */
export async function pruneIdempotencyKeys(database: Database): Promise<void> {
  await database.query("delete from idempotency_keys where created_at < now() - interval '24 hours'");
}
