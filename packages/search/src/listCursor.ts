import type { Service } from '@shirube/contracts';
import { nameKey } from './document/nameKey.js';
import type { ListCursor, Sort } from './searchEngine.js';

const keys: Record<Sort['by'], (service: Service) => string | number> = {
  price: ({ pricing }) => Number(pricing.pricePerRequest),
  trustScore: ({ trustScore }) => trustScore,
  name: ({ name }) => nameKey(name),
  createdAt: ({ id }) => id,
  updatedAt: ({ updatedAt }) => Date.parse(updatedAt),
};

/** Returns the cursor directly after a service in a list of that order. */
export const cursorAfter = (service: Service, { by }: Sort, isDuplicate = false): ListCursor => ({
  key: keys[by](service),
  id: service.id,
  ...(isDuplicate ? { isDuplicate } : {}),
});
