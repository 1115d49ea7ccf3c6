import {
  type CatalogEntry,
  type Details,
  isTestNetwork,
  type Observed,
  type ServiceDetail,
  type ServiceStatus,
  shownDetails,
} from '@shirube/contracts';

/** A row of `services`, as `serviceColumns` selects it. */
export interface ServiceRow {
  id: string;
  name: string;
  description: string;
  endpoint: string;
  category: string;
  currency: string;
  price_per_request: string;
  free_quota: string | null;
  payment_address: string;
  network: string;
  chain: string;
  trust_score: number;
  status: ServiceStatus;
  created_at: Date;
  updated_at: Date;
  details: Details | null;
  observed: Observed | null;
}

export const serviceColumns = `services.id, services.name, services.description, services.endpoint, services.category,
  services.currency, services.price_per_request, services.free_quota, services.payment_address, services.network,
  services.chain, services.trust_score, services.status, services.created_at, services.updated_at,
  services.details, services.observed`;

export function toService(row: ServiceRow): ServiceDetail {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    endpoint: row.endpoint,
    category: row.category,
    pricing: {
      currency: row.currency,
      pricePerRequest: row.price_per_request,
      ...(row.free_quota === null ? {} : { freeQuota: Number(row.free_quota) }),
    },
    x402Config: { paymentAddress: row.payment_address, network: row.network },
    trustScore: row.trust_score,
    status: row.status,
    supportedChains: [row.chain],
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...shownDetails(row.details, row.observed, isTestNetwork(row.network)),
  };
}

/** A row joined with its category, as `entryColumns` selects it. */
export interface EntryRow extends ServiceRow {
  revision: string;
  label: string;
  is_duplicate: boolean;
  label_ja: string | null;
}

/** Selects a column of the service that has been at an endpoint longest: the others of other accounts may be duplicates. */
export const ofFirstAt = (column: 'id' | 'account_id', endpointKey: string): string => `(
    select first.${column} from services as first where first.endpoint_key = ${endpointKey}
    order by coalesce(first.endpoint_since, first.created_at), first.id limit 1
  )`;

export const entryColumns = `${serviceColumns}, services.revision, categories.label, categories.label_ja,
  services.status <> 'verified' and (
    services.account_id <> ${ofFirstAt('account_id', 'services.endpoint_key')}
    or coalesce(services.account_id <> ${ofFirstAt('account_id', 'services.leads_to')}, false)
  ) as is_duplicate`;

export function toEntry(row: EntryRow): CatalogEntry {
  return {
    service: toService(row),
    revision: Number(row.revision),
    isDuplicate: row.is_duplicate,
    categoryLabel: row.label,
    ...(row.label_ja === null ? {} : { categoryLabelJa: row.label_ja }),
  };
}
