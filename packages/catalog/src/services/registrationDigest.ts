import { createHash } from 'node:crypto';
import type { Registration } from '@shirube/contracts';

/** What tells one registration from another: a digest of its fields, whatever order they were written in. */
export function registrationDigest({ pricing, x402Config, ...text }: Registration): string {
  const fields = [
    text.name,
    text.description,
    text.endpoint,
    text.category,
    pricing.currency,
    pricing.pricePerRequest,
    pricing.freeQuota ?? null,
    x402Config.paymentAddress,
    x402Config.network,
  ];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}
