import ipaddr from 'ipaddr.js';

/** The only IPv6 range that is allocated for public use. Anything outside is not a public host, whatever its form. */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** A public address that leads, inside a cloud, to its control plane. */
const cloudPlatform = '168.63.129.16';

/**
 * Whether connections to this address are allowed: only public unicast, and no IPv6 form that embeds an IPv4 address.
 * With `allowPrivate`, loopback and private networks are allowed too; never link-local addresses, where clouds serve
 * their metadata.
 */
export function isAllowedAddress(address: string, { allowPrivate = false } = {}): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (allowPrivate && (range === 'loopback' || range === 'private' || range === 'uniqueLocal')) return true;
  if (range !== 'unicast' || parsed.toString() === cloudPlatform) return false;
  return parsed instanceof ipaddr.IPv6 ? parsed.match(publicIpv6) : true;
}
