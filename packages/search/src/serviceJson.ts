import { Service } from '@shirube/contracts';
import { providerOf } from '@shirube/domain';
import fastJson from 'fast-json-stringify';

/** A service as the JSON that clients get, so that code that only passes it on need not parse it. */
export type ServiceJson = string;

export const toServiceJson: (service: Service) => ServiceJson = fastJson(Service);

/** Returns who offers a service. */
export const providerIn = (json: ServiceJson): string => providerOf(parseService(json).endpoint);

/** Returns the id of a service, which is the first member of its JSON. */
export const idOf = (json: ServiceJson): string => json.slice(7, 43);

export const parseService = (json: ServiceJson): Service => JSON.parse(json);
