import { createHash } from 'node:crypto';
import { canonicalChain, type Registration, type Service } from '@shirube/contracts';
import { v7 as uuidv7 } from 'uuid';
import { titleCase } from '../categories/titleCase.js';
import type { Database } from '../database.js';

/** The same key by the same owner with the same body gives the same answer again, for 24 hours. */
export interface Idempotency {
  owner: Buffer;
  key: string;
}

export type RegisterOutcome =
  | { outcome: 'created'; service: Service }
  | { outcome: 'repeated'; service: Service }
  | { outcome: 'conflict' };

const insertService = `
  insert into services (id, name, description, endpoint, category, currency, price_per_request, free_quota,
    payment_address, network, chain, created_at, updated_at)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12`;

const insertCategory = 'insert into categories (id, label) values ($5, $13) on conflict (id) do nothing';

const registerOnce = `with category as (${insertCategory}) ${insertService}`;

const registerIdempotently = `
  with claim as (
    insert into idempotency_keys (owner, key, body_digest, response) values ($14, $15, $16, $17)
    on conflict (owner, key) do update
      set body_digest = excluded.body_digest, response = excluded.response, created_at = now()
      where idempotency_keys.created_at < now() - interval '24 hours'
    returning key
  ), category as (${insertCategory})
  ${insertService} where exists (select from claim)`;

/** The service that a registration becomes: unverified, trust 0, with a new id. */
export function newService(registration: Registration): Service {
  const now = new Date().toISOString();
  const { freeQuota, ...price } = registration.pricing;
  return {
    id: uuidv7(),
    name: registration.name,
    description: registration.description,
    endpoint: registration.endpoint,
    category: registration.category,
    pricing: { ...price, ...(freeQuota === undefined ? {} : { freeQuota }) },
    x402Config: registration.x402Config,
    trustScore: 0,
    status: 'unverified',
    supportedChains: [canonicalChain(registration.x402Config.network) ?? registration.x402Config.network],
    createdAt: now,
    updatedAt: now,
  };
}

const columns = (service: Service) => [
  service.id,
  service.name,
  service.description,
  service.endpoint,
  service.category,
  service.pricing.currency,
  service.pricing.pricePerRequest,
  service.pricing.freeQuota ?? null,
  service.x402Config.paymentAddress,
  service.x402Config.network,
  service.supportedChains[0],
  service.createdAt,
  titleCase(service.category),
];

/**
 * Stores a service in one statement, and with it its row in the pending ledger: durable once this resolves. Under an
 * idempotency key the first registration wins, also among concurrent ones.
 */
export async function registerService(
  database: Database,
  registration: Registration,
  idempotency?: Idempotency,
): Promise<RegisterOutcome> {
  const service = newService(registration);
  if (!idempotency) {
    await database.query({ name: 'register', text: registerOnce, values: columns(service) });
    return { outcome: 'created', service };
  }
  const digest = createHash('sha256').update(JSON.stringify(registration)).digest();
  const { owner, key } = idempotency;
  const { rowCount } = await database.query({
    name: 'register-idempotently',
    text: registerIdempotently,
    values: [...columns(service), owner, key, digest, JSON.stringify(service)],
  });
  return rowCount === 1 ? { outcome: 'created', service } : earlierOutcome(database, idempotency, digest);
}

async function earlierOutcome(
  database: Database,
  { owner, key }: Idempotency,
  digest: Buffer,
): Promise<RegisterOutcome> {
  const { rows } = await database.query<{ body_digest: Buffer; response: string }>(
    'select body_digest, response from idempotency_keys where owner = $1 and key = $2',
    [owner, key],
  );
  const earlier = rows[0];
  if (!earlier?.body_digest.equals(digest)) return { outcome: 'conflict' };
  const service: Service = JSON.parse(earlier.response);
  return { outcome: 'repeated', service };
}

/** Forgets the idempotency keys that have had their 24 hours. */
export async function forgetIdempotencyKeys(database: Database): Promise<void> {
  await database.query("delete from idempotency_keys where created_at < now() - interval '24 hours'");
}
