import { Service } from '@shirube/contracts';
import { providerOf } from '@shirube/domain';
import fastJson from 'fast-json-stringify';

/** A service as the JSON that clients get, so that code that only passes it on need not parse it. */
export type ServiceJson = string;

export const toServiceJson: (service: Service) => ServiceJson = fastJson(Service);

const endpoint = /"endpoint":("(?:[^"\\]|\\.)*")/;

/** Returns who offers a service. It is read for every answer of a grouped intent, so only the endpoint is parsed. */
export const providerIn = (json: ServiceJson): string => providerOf(JSON.parse(endpoint.exec(json)?.[1] ?? '""'));

/** Returns the id of a service, which is the first member of its JSON. */
export const idOf = (json: ServiceJson): string => json.slice(7, 43);

export const parseService = (json: ServiceJson): Service => JSON.parse(json);
