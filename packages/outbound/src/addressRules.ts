import ipaddr from 'ipaddr.js';

/** The only IPv6 addresses that are given out for the public: what is not here is no public host, whatever form it has. */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Public by its number, and the way into the control plane of a cloud from within it. */
const cloudPlatform = '168.63.129.16';

/**
 * Whether a server out there may be connected to at this address: public unicast, and no form of IPv6 that carries an
 * address of IPv4. With `allowPrivate`, those of this machine and of private networks besides; never link-local ones,
 * where clouds keep their metadata.
 */
export function isAllowedAddress(address: string, { allowPrivate = false } = {}): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (allowPrivate && (range === 'loopback' || range === 'private' || range === 'uniqueLocal')) return true;
  if (range !== 'unicast' || parsed.toString() === cloudPlatform) return false;
  return parsed instanceof ipaddr.IPv6 ? parsed.match(publicIpv6) : true;
}
