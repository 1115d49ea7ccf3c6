import { Service } from '@shirube/contracts';
import fastJson from 'fast-json-stringify';

/** A service as the JSON that clients get: whoever only passes it on need not parse it. */
export type ServiceJson = Buffer;

const stringify = fastJson(Service);

export const toServiceJson = (service: Service): ServiceJson => Buffer.from(stringify(service));

export const parseService = (json: ServiceJson): Service => JSON.parse(json.toString());
