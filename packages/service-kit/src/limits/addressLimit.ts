import rateLimit from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';

/** What an address is counted as: networks of 64 bits count as one in IPv6. Remembered, since that takes a while. */
const addressKeys = new LRUCache<string, string>({
  max: 10_000,
  memoMethod: (ip) => `address ${rateLimit.normalizeIP(ip)}`,
});

export const addressKey = (ip: string): string => addressKeys.memo(ip);

/** Whether an address is one of this machine itself. */
export const isLoopback = (ip: string): boolean => /^(::ffff:)?127\.|^::1$/.test(ip);

/** How much of something one address may have, and who may have as much as it likes. */
export interface AddressLimit {
  max: number;
  isFree(ip: string): boolean;
}

/** The limit that was set; else the usual one, which leaves the machine itself free: its owner, or its own gateway. */
export function addressLimit(given: number | undefined, usual: number): AddressLimit {
  return {
    max: given ?? usual,
    isFree: (ip) => given === 0 || (given === undefined && isLoopback(ip)),
  };
}
