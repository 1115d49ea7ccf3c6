import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import { RequestFault } from './requestFault.js';

export interface ResolveOptions {
  /** The name servers, such as 127.0.0.1:5353; by default those of the system. */
  servers?: readonly string[] | undefined;
}

const attempt = { timeout: 2_000, tries: 2 };
const unknownName = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

const isUnknown = (result: PromiseSettledResult<unknown>): boolean =>
  result.status === 'rejected' && unknownName.has(String(result.reason?.code));

function resolverOf(servers: readonly string[] | undefined): dns.Resolver {
  const resolver = new dns.Resolver(attempt);
  if (servers) resolver.setServers(servers);
  return resolver;
}

/** Returns the TXT records of a name; none if it has none or does not exist. */
export async function resolveTexts(name: string, { servers }: ResolveOptions = {}): Promise<string[]> {
  const [result] = await Promise.allSettled([resolverOf(servers).resolveTxt(name)]);
  if (result.status === 'fulfilled') return result.value.map((parts) => parts.join(''));
  if (isUnknown(result)) return [];
  throw new RequestFault('dns', 'no_answer');
}

/**
 * Returns every address of a host, of both families. Rejects with a fault that says whether the name does not exist or
 * the lookup failed.
 */
export async function resolveName(hostname: string, { servers }: ResolveOptions = {}): Promise<string[]> {
  const name = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(name)) return [name];
  if (/(?:^|\.)localhost$/i.test(name)) return ['127.0.0.1', '::1'];
  const resolver = resolverOf(servers);
  const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (addresses.length > 0) return addresses;
  throw new RequestFault('dns', results.every(isUnknown) ? 'unknown_name' : 'no_answer');
}
