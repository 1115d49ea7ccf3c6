import type { Service } from '@shirube/contracts';
import { type ServiceJson, toServiceJson } from '../../serviceJson.js';

/** A document as readers fetch it. Documents of the form before had the service itself: they serve until the rebuild. */
export interface StoredService {
  service: ServiceJson | Service;
}

/** The JSON of a service, as it is passed on. */
export const storedJson = ({ service }: StoredService): ServiceJson =>
  typeof service === 'string' ? service : toServiceJson(service);
