import type { Service } from '@shirube/contracts';
import { type ServiceJson, toServiceJson } from '../../serviceJson.js';

/**
 * A document as readers fetch it. Documents of the previous form hold the service itself, and serve until the rebuild.
 */
export interface StoredService {
  service: ServiceJson | Service;
}

/** Returns the JSON of a service as it is passed on. */
export const storedJson = ({ service }: StoredService): ServiceJson =>
  typeof service === 'string' ? service : toServiceJson(service);
