import {
  type CatalogEntry,
  type Details,
  type Moderation,
  type Observed,
  type OwnerVerified,
  type ServiceDetail,
  type ServiceStatus,
  visibleDetails,
} from '@shirube/contracts';
import { providerClaim } from '../accounts/ownerProof.js';

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
  moderation: Moderation['state'] | null;
  moderation_reason: string | null;
  moderated_at: Date | null;
  details: Details | null;
  observed: Observed | null;
  owner_verified: OwnerVerified | null;
}

export const serviceColumns = `services.id, services.name, services.description, services.endpoint, services.category,
  services.currency, services.price_per_request, services.free_quota, services.payment_address, services.network,
  services.chain, services.trust_score, services.status, services.created_at, services.updated_at,
  services.moderation, services.moderation_reason, services.moderated_at, services.details, services.observed,
  services.owner_verified`;

/** SQL: whether the service is public. */
export const isVisible = "services.moderation is distinct from 'hidden'";

/**
 * SQL: whether lists and searches show the service. Of the services of one account with the same endpoint, name, method
 * and tool they show only the one that has been there longest, so that copies cannot fill the results.
 */
export const isListed = `${isVisible} and not exists (
    select from services as earlier
    where earlier.endpoint_key = services.endpoint_key and earlier.account_id = services.account_id
      and lower(earlier.name) = lower(services.name)
      and (earlier.details #>> '{call,method}', earlier.details #>> '{call,toolName}')
        is not distinct from (services.details #>> '{call,method}', services.details #>> '{call,toolName}')
      and (coalesce(earlier.endpoint_since, earlier.created_at), earlier.id)
        < (coalesce(services.endpoint_since, services.created_at), services.id)
      and earlier.moderation is distinct from 'hidden'
  )`;

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
    ...(row.moderation && {
      moderation: {
        state: row.moderation,
        reason: row.moderation_reason ?? '',
        at: row.moderated_at?.toISOString() ?? '',
      },
    }),
    ...visibleDetails(row.details, row.observed, row),
    ...(row.owner_verified ? { ownerVerified: row.owner_verified } : {}),
  };
}

/** A row joined with its category, as `entryColumns` selects it. */
export interface EntryRow extends ServiceRow {
  revision: string;
  uptime: number;
  label: string;
  claim: string | null;
  is_duplicate: boolean;
  repeats_description: boolean;
  label_ja: string | null;
}

/**
 * Selects a column of the first service at an endpoint: the one that has been there longest, among those with a proof
 * of ownership if there are any. Services of other accounts there may be duplicates.
 */
export function ofFirstAt(column: 'id' | 'account_id', endpointKey: string): string {
  const longest = (condition: string) => `(
    select first.${column} from services as first where first.endpoint_key = ${endpointKey} and first.moderation is null ${condition}
    order by coalesce(first.endpoint_since, first.created_at), first.id limit 1
  )`;
  return `coalesce(${longest('and first.owner_verified is not null')}, ${longest('')})`;
}

/** SQL: whether another account comes first at the endpoint of a service without a proof of ownership. */
export const isUnproven = `
  services.owner_verified is null and services.account_id <> ${ofFirstAt('account_id', 'services.endpoint_key')}`;

/** SQL: when the account of a service has proven a host. */
const hostProvenAt = (host: string) => `(
  select proven_at from account_proofs where account_id = services.account_id and kind = 'host' and subject = ${host})`;

export const entryColumns = `${serviceColumns}, services.revision, services.uptime_score::float8 as uptime, categories.label, categories.label_ja,
  ${providerClaim(hostProvenAt('services.provider'), hostProvenAt('services.endpoint_host'))} as claim,
  services.moderation is not null or services.status <> 'verified' and (
    ${isUnproven}
    or coalesce(services.account_id <> ${ofFirstAt('account_id', 'services.leads_to')}, false)
  ) as is_duplicate,
  exists (
    select from services as earlier
    where earlier.endpoint_host = services.endpoint_host and md5(earlier.description) = md5(services.description)
      and earlier.id < services.id
  ) as repeats_description`;

export function toEntry(row: EntryRow): CatalogEntry {
  return {
    service: toService(row),
    revision: Number(row.revision),
    claim: row.claim ?? undefined,
    isDuplicate: row.is_duplicate,
    repeatsDescription: row.repeats_description,
    summary: row.observed?.summary,
    uptime: row.uptime,
    categoryLabel: row.label,
    ...(row.label_ja === null ? {} : { categoryLabelJa: row.label_ja }),
  };
}
