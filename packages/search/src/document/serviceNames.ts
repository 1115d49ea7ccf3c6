import type { CatalogEntry } from '@shirube/contracts';
import { endpointHost, endpointKey, hostNames, labelNames, squash } from '@shirube/domain';

/** Meilisearch truncates longer values, so they would not be found. */
const longestName = 200;

/** Returns the name by which a service at this address is found. */
export const addressName = (address: string): string => endpointKey(address).toLowerCase().slice(0, longestName);

/** Marks names that are found after others, as whole queries: those that are stated, and labels of hosts below a domain. */
export const weakName = (name: string): string => `~${name}`;

/** Returns what a service is found by when a query names it: what its host spells, and what it states if it speaks for its provider. */
export function serviceNames({ service, claim }: CatalogEntry): string[] {
  const { name, endpoint, provider } = service;
  const { domains, labels, ownLabels } = hostNames(endpointHost(endpoint));
  const stated = claim ? [name, provider?.name ?? ''] : [];
  const weak = [...stated.map((text) => squash(text).slice(0, longestName)), ...labels.flatMap(labelNames)];
  const names = [
    addressName(endpoint),
    ...domains,
    ...ownLabels.flatMap(labelNames),
    ...weak.filter((one) => one !== '').map(weakName),
  ];
  return [...new Set(names)].filter((one) => one !== '');
}
