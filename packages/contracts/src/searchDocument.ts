import { type Static, Type } from '@sinclair/typebox';
import { choice } from './fieldTypes.js';
import { CategoryId, Moderation, OwnerVerified, Pricing, Service, ServiceStatus, X402Config } from './service.js';
import { Text } from './text.js';

const text = Type.String({ description: 'NFKC and lower case, for matching only.' });
const storedText = (maxLength: number) =>
  Text({ minLength: 1, maxLength, allowsDirections: true, allowsInvisible: true });
const UtcMilliseconds = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' });

/**
 * The service as readers get it back. Its text rules are lenient: the rules for registrations have become stricter and
 * may do so again, but services that were registered under earlier rules stay.
 */
const IndexedService = Type.Object({
  ...Service.properties,
  id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,128}$' }),
  name: storedText(255),
  description: storedText(2000),
  endpoint: storedText(2048),
  category: CategoryId,
  pricing: Pricing,
  x402Config: X402Config,
  supportedChains: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 64 }),
  createdAt: UtcMilliseconds,
  updatedAt: UtcMilliseconds,
  moderation: Type.Optional(Type.Object({ ...Moderation.properties, at: UtcMilliseconds })),
  ownerVerified: Type.Optional(Type.Object({ ...OwnerVerified.properties, at: UtcMilliseconds })),
});

/** A service in the search engine: the service as sent, and the fields for matching, filtering and sorting. */
export const SearchDocument = Type.Object(
  {
    id: IndexedService.properties.id,
    revision: Type.Integer({ minimum: 0 }),
    service: IndexedService,
    name: text,
    categoryText: Type.String({
      description:
        'The category id and its labels in both languages, the tags, and the name of the provider if that counts.',
    }),
    description: Type.String({
      minLength: 1,
      description:
        'Its description, as written. If another service of the host has the same one, what the documents of its origin say comes first.',
    }),
    callText: Type.String({
      description: 'What the documents of its origin say that it does, and the words of its parameters and answers.',
    }),
    hostText: Type.String({
      description:
        'The labels of its host that name somebody or something. If another service of the host has the same description, the words of its path too.',
    }),
    names: Type.Array(Type.String(), {
      description:
        'What it is found by when a query names it: its address, host and domain, and the labels of its host; on a proven host also its name and that of its provider, without spaces.',
    }),
    host: Type.String({ description: 'Without port.' }),
    provider: Type.String({ description: 'The registrable domain of its host; the whole host if others own that.' }),
    offered: Type.String({
      description:
        'Its provider, currency, price, the name of the provider if that counts, and its claim to be the provider, to be counted by; see `offerOf`.',
    }),
    nameKey: Type.String({ description: 'What services are ordered by when sorted by name.' }),
    price: Type.Number({ minimum: 0, description: 'The price to double precision.' }),
    duplicate: Type.Integer({
      minimum: 0,
      maximum: 1,
      description: '1 for possible duplicates, which come after all others in every order.',
    }),
    last: Type.Integer({
      minimum: 0,
      maximum: 1,
      description:
        '1 for what comes after all others in the usual order: possible duplicates, test networks, tunnels, staging hosts, and what has neither trust nor a description of its own.',
    }),
    demoted: Type.Integer({
      minimum: 0,
      maximum: 1,
      description:
        '1 for what comes later among equally good matches: it is inactive, on a test network, a tunnel or a staging host, or has no description of its own.',
    }),
    trustScore: Type.Integer({ minimum: 0, maximum: 100 }),
    trustLevel: Type.Integer({ description: 'The highest of a few bounds that it reaches, to be counted by.' }),
    uptime: Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'In percent of the last 30 days; 0 before the first check.',
    }),
    uptimeLevel: Type.Number({ description: 'As of trust.' }),
    language: Type.String({ description: 'Of its description; empty for one that is neither English nor Japanese.' }),
    status: ServiceStatus,
    category: CategoryId,
    chains: Type.Array(Type.String({ description: 'Lower case.' })),
    currencies: Type.Array(Type.String({ description: 'Lower case.' })),
    offers: Type.Optional(
      Type.Array(
        Type.Object({
          chain: Type.String(),
          currency: Type.String(),
          price: Type.Number({ minimum: 0 }),
          isComparable: Type.Boolean({ description: 'Whether it is in the currency family of the registered price.' }),
        }),
        { description: 'The ways to pay, if there are several. One of them must meet all conditions on payment.' },
      ),
    ),
    freeQuota: Type.Integer({ minimum: 0, description: '0 when there is none.' }),
    updatedAt: Type.Integer({ description: 'In milliseconds.' }),
    payTo: Type.String({ description: 'What its payment address is compared by.' }),
    testnet: Type.Boolean({ description: 'Whether it is paid on a test network.' }),
    callType: choice(['http', 'mcp'], 'How it is called.'),
    discoverable: Type.Boolean({ description: 'Whether clients of the discovery protocol are told of it.' }),
  },
  { additionalProperties: false },
);
export type SearchDocument = Static<typeof SearchDocument>;
