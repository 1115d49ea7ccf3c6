import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Returns the key that an address is counted by. In IPv6 it is the /64 network. */
export function addressKey(ip: string): string {
  // Behind a proxy, `ip` may be any text that the proxy sends.
  if (!isIPv6(ip)) return `address ${ip}`;
  const address = ipaddr.process(ip);
  return `address ${address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address}`;
}

/** Returns the network of an address that one customer usually has: /24 in IPv4, /48 in IPv6. */
export function networkPrefix(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 3).join(':') : address.octets.slice(0, 3).join('.');
}

/** Whether an address is a loopback address. */
export const isLoopback = (ip: string): boolean => /^(::ffff:)?127\.|^::1$/.test(ip);

/** A limit for each address, and which addresses are exempt. */
export interface AddressLimit {
  max: number;
  isFree(ip: string): boolean;
}

/**
 * Returns the configured limit; otherwise the default one, which exempts this machine: its owner or its own gateway.
 */
export function addressLimit(limit: number | undefined, usual: number): AddressLimit {
  return {
    max: limit ?? usual,
    isFree: (ip) => limit === 0 || (limit === undefined && isLoopback(ip)),
  };
}
