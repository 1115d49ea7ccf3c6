import type { Registration, Service } from '@shirube/contracts';
import type { Database } from '../database.js';
import { newService } from './newService.js';
import { registrationDigest } from './registrationDigest.js';
import { batchColumns, insertBatch, storeServices, toBatchRecord } from './storeServices.js';

/** The same key by the same owner with a body that says the same gives the same answer again, for 24 hours. */
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
  | { outcome: 'created'; service: Service }
  | { outcome: 'repeated'; service: Service }
  | { outcome: 'conflict' };

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
 * Stores one service in one statement, which also appends to the log: durable once this resolves. Under an
 * idempotency key the first registration wins, also among concurrent ones.
 */
export async function registerService(
  database: Database,
  registration: Registration,
  { accountId, idempotency }: RegisterOptions = {},
): Promise<RegisterOutcome> {
  const service = newService(registration);
  const record = toBatchRecord(service, accountId);
  if (!idempotency) {
    await storeServices(database, [record]);
    return { outcome: 'created', service };
  }
  const digest = registrationDigest(registration);
  const { owner, key } = idempotency;
  const { rowCount } = await database.query({
    name: 'register-idempotently',
    text: registerIdempotently,
    values: [JSON.stringify([record]), owner, key, Buffer.from(digest, 'hex'), JSON.stringify(service)],
  });
  return rowCount === 1 ? { outcome: 'created', service } : earlierOutcome(database, idempotency, digest);
}

async function earlierOutcome(
  database: Database,
  { owner, key }: Idempotency,
  digest: string,
): Promise<RegisterOutcome> {
  const { rows } = await database.query<{ response: string }>(
    'select response from idempotency_keys where owner = $1 and key = $2',
    [owner, key],
  );
  const earlier: Service | undefined = rows[0] && JSON.parse(rows[0].response);
  // Compared with what was answered, not with the stored digest: earlier versions stored one of the body as it was
  // written, and their keys are good for their 24 hours all the same.
  return earlier && registrationDigest(earlier) === digest
    ? { outcome: 'repeated', service: earlier }
    : { outcome: 'conflict' };
}

/** Prunes the idempotency keys that have had their 24 hours. */
export async function pruneIdempotencyKeys(database: Database): Promise<void> {
  await database.query("delete from idempotency_keys where created_at < now() - interval '24 hours'");
}
