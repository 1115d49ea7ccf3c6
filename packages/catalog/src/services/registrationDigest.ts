import { createHash } from 'node:crypto';
import { detailsOf, type Registration } from '@shirube/contracts';

const inOneOrder = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** What tells one registration from another: a digest of its fields, whatever order they were written in. */
export function registrationDigest({ pricing, x402Config, ...text }: Registration): string {
  const details = detailsOf(text);
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
    // Digests from before there were details are still compared with.
    ...(details ? [details] : []),
  ];
  return createHash('sha256').update(JSON.stringify(fields, inOneOrder)).digest('hex');
}
