import type { Service } from '@shirube/contracts';
import { endpointHost, endpointKey, hostNames, labelNames, squash } from '@shirube/domain';

/** Meilisearch truncates longer values, so they would not be found. */
const longestName = 200;

/** Returns the name by which a service at this address is found. */
export const addressName = (address: string): string => endpointKey(address).toLowerCase().slice(0, longestName);

/** Returns what a service is found by when a query names it. */
export function serviceNames({
  name,
  endpoint,
  provider,
}: Pick<Service, 'name' | 'endpoint'> & { provider?: { name: string } | undefined }): string[] {
  const { domains, labels } = hostNames(endpointHost(endpoint));
  const names = [
    addressName(endpoint),
    ...domains,
    ...labels.flatMap(labelNames),
    squash(name).slice(0, longestName),
    squash(provider?.name ?? ''),
  ];
  return [...new Set(names)].filter((one) => one !== '');
}
