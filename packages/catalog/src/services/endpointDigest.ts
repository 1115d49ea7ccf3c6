import { hash } from 'node:crypto';
import { endpointKey } from '@shirube/contracts';

/** By what endpoints are found that are one and the same; short, however long they are, so that it can be indexed. */
export const endpointDigest = (endpoint: string): string => hash('sha256', endpointKey(endpoint), 'base64url');

/** By what a resource is found among the endpoints: as it is, and without its query. */
export function resourceKeys(resource: string | undefined): string[] {
  if (resource === undefined) return [];
  const [withoutQuery = resource] = resource.split('?');
  return [...new Set([endpointDigest(resource), endpointDigest(withoutQuery)])];
}
