import type { Service } from '@shirube/contracts';
import { endpointHost, endpointKey, hostNames, labelNames, squash } from '@shirube/domain';

/** Meilisearch truncates longer values, so they would not be found. */
const longestName = 200;

/** Returns the name by which a service at this address is found. */
export const addressName = (address: string): string => endpointKey(address).toLowerCase().slice(0, longestName);

/** Marks names that ordinary words are not taken for: those of services, and labels that a provider gives its hosts. */
export const weakName = (name: string): string => `~${name}`;

/** Returns what a service is found by when a query names it. */
export function serviceNames({
  name,
  endpoint,
  provider,
}: Pick<Service, 'name' | 'endpoint'> & { provider?: { name: string } | undefined }): string[] {
  const { domains, labels, ownLabels } = hostNames(endpointHost(endpoint));
  const weak = [squash(name).slice(0, longestName), ...labels.flatMap(labelNames)];
  const names = [
    addressName(endpoint),
    ...domains,
    ...ownLabels.flatMap(labelNames),
    squash(provider?.name ?? ''),
    ...weak.filter((one) => one !== '').map(weakName),
  ];
  return [...new Set(names)].filter((one) => one !== '');
}
