import type { Registration, Service } from '@shirube/contracts';
import { titleCase } from '../categories/titleCase.js';
import type { Database } from '../database.js';
import { newService } from './registerService.js';

const insertAll = `
  with batch as (
    select * from json_to_recordset($1) as batch (id uuid, name text, description text, endpoint text, category text,
      label text, currency text, price_per_request text, free_quota bigint, payment_address text, network text,
      chain text, created_at timestamptz)
  ), new_categories as (
    insert into categories (id, label) select distinct category, label from batch order by category
    on conflict (id) do nothing
  )
  insert into services (id, name, description, endpoint, category, currency, price_per_request, free_quota,
    payment_address, network, chain, created_at, updated_at)
  select id, name, description, endpoint, category, currency, price_per_request, free_quota, payment_address, network,
    chain, created_at, created_at
  from batch`;

/** Stores many services in one statement, each with its row in the pending ledger: all of them or none. */
export async function importServices(
  database: Database,
  registrations: readonly Registration[],
): Promise<Service[]> {
  const services = registrations.map(newService);
  const batch = services.map((service) => ({
    id: service.id,
    name: service.name,
    description: service.description,
    endpoint: service.endpoint,
    category: service.category,
    label: titleCase(service.category),
    currency: service.pricing.currency,
    price_per_request: service.pricing.pricePerRequest,
    free_quota: service.pricing.freeQuota,
    payment_address: service.x402Config.paymentAddress,
    network: service.x402Config.network,
    chain: service.supportedChains[0],
    created_at: service.createdAt,
  }));
  await database.query(insertAll, [JSON.stringify(batch)]);
  return services;
}
