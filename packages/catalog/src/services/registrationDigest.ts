import { createHash } from 'node:crypto';
import { detailsOf, type Registration } from '@shirube/contracts';
import { isObject } from '@shirube/domain';

const inOneOrder = (_name: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;

/** Returns a digest that identifies a registration by its fields, regardless of their order. */
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
    // Omitted if empty, because digests from before details existed are still compared.
    ...(details ? [details] : []),
  ];
  return createHash('sha256').update(JSON.stringify(fields, inOneOrder)).digest('hex');
}
