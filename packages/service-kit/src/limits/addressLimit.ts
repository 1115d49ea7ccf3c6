import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What an address is counted as: networks of 64 bits count as one in IPv6. */
export function addressKey(ip: string): string {
  // Behind a proxy it is whatever that says.
  if (!isIPv6(ip)) return `address ${ip}`;
  const address = ipaddr.process(ip);
  return `address ${address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address}`;
}

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
