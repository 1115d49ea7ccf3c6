import { detailsOf, type Registration, type ServiceDetail, visibleDetails } from '@shirube/contracts';
import { chainOf } from '@shirube/domain';
import { v7 as uuidv7 } from 'uuid';

/** Returns the timestamp of a UUIDv7. */
const timeOf = (id: string): string => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toISOString();

/** Creates a service from a registration: unverified, trust 0, with a new id. Ids sort by time of creation. */
export function newService(registration: Registration): ServiceDetail {
  const id = uuidv7();
  const now = timeOf(id);
  const { freeQuota, ...price } = registration.pricing;
  return {
    id,
    name: registration.name,
    description: registration.description,
    endpoint: registration.endpoint,
    category: registration.category,
    pricing: { ...price, ...(freeQuota === undefined ? {} : { freeQuota }) },
    x402Config: registration.x402Config,
    trustScore: 0,
    status: 'unverified',
    supportedChains: [chainOf(registration.x402Config.network)],
    createdAt: now,
    updatedAt: now,
    ...visibleDetails(detailsOf(registration), null, { ...registration.x402Config, endpoint: registration.endpoint }),
  };
}
