import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import { RequestFault } from './requestFault.js';

export interface ResolveOptions {
  /** Name servers to ask, such as 127.0.0.1:5353; those of the system when left out. */
  servers?: readonly string[] | undefined;
}

const attempt = { timeout: 2_000, tries: 2 };
const unknownName = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

const isUnknown = (result: PromiseSettledResult<unknown>): boolean =>
  result.status === 'rejected' && unknownName.has(String(result.reason?.code));

/** Every address of a host, of either family; a fault that says whether the name is unknown or nobody could tell. */
export async function resolveName(hostname: string, { servers }: ResolveOptions = {}): Promise<string[]> {
  const name = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(name)) return [name];
  if (/(?:^|\.)localhost$/i.test(name)) return ['127.0.0.1', '::1'];
  const resolver = new dns.Resolver(attempt);
  if (servers) resolver.setServers(servers);
  const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (addresses.length > 0) return addresses;
  throw new RequestFault('dns', results.every(isUnknown) ? 'unknown_name' : 'no_answer');
}
