import { hash } from 'node:crypto';
import { endpointKey } from '@shirube/contracts';

/** By what endpoints are found that are one and the same; short, however long they are, so that it can be indexed. */
export const endpointDigest = (endpoint: string): string => hash('sha256', endpointKey(endpoint), 'base64url');
