import { type Static, Type } from '@sinclair/typebox';
import { compileReader } from './compileFaults.js';
import { Accepted } from './details.js';
import { choice } from './fieldTypes.js';
import { HttpUrl } from './httpUrl.js';
import { Registration } from './service.js';

/** The body of the requests that read an origin. */
export const OriginRequest = Type.Object(
  { url: Type.String({ ...HttpUrl, description: 'Any address of the origin, or of one paid resource.' }) },
  { additionalProperties: false, expected: 'an object with url' },
);
export type OriginRequest = Static<typeof OriginRequest>;
export const readOriginRequest = compileReader(OriginRequest);

/** One error, for machines and for people. */
const Finding = Type.Object({
  code: Type.String({ description: 'A verdict of the monitor, or manifest, payment, details, too_many_services.' }),
  message: Type.String({ description: 'What is wrong, and how to fix it.' }),
  messageJa: Type.String({ description: 'The same in Japanese.' }),
});
export type Finding = Static<typeof Finding>;

/** A paid resource that was found. */
export const Candidate = Type.Object({
  endpoint: Type.String(),
  method: Type.Optional(Type.String({ description: 'The method of the last request.' })),
  httpStatus: Type.Optional(Type.Integer({ description: 'The status of its response.' })),
  registration: Type.Optional(Registration),
  accepts: Type.Array(Accepted, { description: 'Every way to pay that its 402 offers.' }),
  faults: Type.Array(Finding),
});
export type Candidate = Static<typeof Candidate>;

export const AddressQuery = Type.Object(
  { url: Type.String({ ...HttpUrl, description: 'The address of a paid resource.' }) },
  { additionalProperties: false },
);

/** What an origin sells, as far as it can be read. */
export const Preview = Type.Object({
  source: Type.Optional(
    Type.String({ description: 'The document that declares it; absent if it is the 402 of the address.' }),
  ),
  faults: Type.Array(Finding, { description: 'Faults of the documents.' }),
  candidates: Type.Array(Candidate),
});
export type Preview = Static<typeof Preview>;

/** What was asked to be listed without a key, and waits for an operator. */
export const OpenListing = Type.Object({
  id: Type.String(),
  url: Type.String(),
  domain: Type.String(),
  requestedAt: Type.String(),
  services: Type.Array(Registration, { description: 'The first 20, without `call`.' }),
  total: Type.Integer({ description: 'How many services it has.' }),
});
export type OpenListing = Static<typeof OpenListing>;

/** The result for each resource. `registered` has an id, and `exists` has one with a key. */
export const RegistrationResults = Type.Object({
  faults: Preview.properties.faults,
  results: Type.Array(
    Type.Object({
      endpoint: Type.String(),
      outcome: choice(
        ['registered', 'exists', 'waiting', 'faulty'],
        'exists: the account already has this endpoint, and nothing is changed. waiting: an operator reviews it first.',
      ),
      id: Type.Optional(Type.String()),
      faults: Candidate.properties.faults,
    }),
  ),
});
export type RegistrationResults = Static<typeof RegistrationResults>;
