import type { Registration, ServiceDetail } from '@shirube/contracts';
import type { Reach } from '@shirube/service-kit';
import { coalesce } from '../coalesce.js';
import type { Database } from '../database.js';
import { newService } from './newService.js';
import { registrationDigest } from './registrationDigest.js';
import { type ServiceRow, serviceColumns, toService } from './serviceRow.js';
import { type BatchRecord, batchColumns, insertBatch, storeServices, toBatchRecord } from './storeServices.js';

/** The same key by the same owner with a body that says the same is the same registration, for 24 hours. */
export interface Idempotency {
  owner: Buffer;
  key: string;
}

export interface RegisterOptions {
  /** Whose service it becomes; the operator's when left out. */
  accountId?: string | undefined;
  idempotency?: Idempotency | undefined;
}

export type RegisterOutcome =
  | { outcome: 'created' | 'repeated'; service: ServiceDetail }
  /** It was registered under this key before, and removed since. */
  | { outcome: 'removed'; id: string }
  | { outcome: 'conflict' };

/** Stores a new service: durable once this resolves. */
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
 * Stores services that come together in one statement and one commit; those under an idempotency key by themselves: the
 * first registration wins, also among concurrent ones. `reach` may have a service stored again when the answer was lost:
 * it is there once all the same.
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
  // Compared with what was answered, not with the stored digest: earlier versions stored one of the body as it was
  // written, and their keys are good for their 24 hours all the same.
  if (!row || !earlier || registrationDigest(earlier) !== digest) return { outcome: 'conflict' };
  if (row.id === null) return { outcome: 'removed', id: earlier.id };
  // Our own is there when the answer to the first attempt was lost.
  return { outcome: row.id === service.id ? 'created' : 'repeated', service: toService(row) };
}

/** Prunes the idempotency keys that have had their 24 hours. */
export async function pruneIdempotencyKeys(database: Database): Promise<void> {
  await database.query("delete from idempotency_keys where created_at < now() - interval '24 hours'");
}
