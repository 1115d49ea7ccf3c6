import { hash } from 'node:crypto';
import { endpointKey } from '@shirube/domain';

/**
 * Returns the key by which equal endpoints are found. It is short even for long endpoints, so that it can be indexed.
 */
export const endpointDigest = (endpoint: string): string => hash('sha256', endpointKey(endpoint), 'base64url');

/** Returns the keys by which a resource is found among the endpoints: as it is, and without its query. */
export function resourceKeys(resource: string | undefined): string[] {
  if (resource === undefined) return [];
  const [withoutQuery = resource] = resource.split('?');
  return [...new Set([endpointDigest(resource), endpointDigest(withoutQuery)])];
}
