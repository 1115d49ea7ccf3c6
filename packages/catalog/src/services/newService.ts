import { canonicalChain, type Registration, type Service } from '@shirube/contracts';
import { v7 as uuidv7 } from 'uuid';

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
