import { type Static, Type } from '@sinclair/typebox';
import { chainPattern } from './chain.js';
import { Decimal } from './decimal.js';
import { Details, HostKind, observation, presentation, Testnet } from './details.js';
import { choice, integer, nullable } from './fieldTypes.js';
import { HttpUrl } from './httpUrl.js';
import { noteRegistrationFaults } from './registrationFaults.js';
import { Text } from './text.js';

export const serviceIdPattern =
  '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-7[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$';
const uuidV7 = new RegExp(serviceIdPattern);

/** Whether `text` has the form of a service id. Anything else is treated as not found. */
export function isServiceId(text: string): boolean {
  return uuidV7.test(text);
}

export const serviceStatuses = ['verified', 'unverified', 'inactive'] as const;
export const ServiceStatus = choice(serviceStatuses);
export type ServiceStatus = Static<typeof ServiceStatus>;

export const CategoryId = Type.String({
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  maxLength: 64,
  description: 'Category ID. A new category is created when a service uses it.',
  examples: ['weather'],
  expected:
    'a category id of at most 64 lower-case letters and digits in words joined by "-", such as "image-generation"',
});

/** Schema options of a currency code, for parameters with their own description. */
export const currency = {
  pattern: '^[A-Za-z0-9._-]{2,16}$',
  description: 'Currency code, kept as sent.',
  examples: ['USDC'],
  expected: 'a currency code of 2 to 16 letters, digits, ".", "_" or "-", such as "USDC"',
};
export const Currency = Type.String(currency);

export const Pricing = Type.Object(
  {
    currency: Currency,
    pricePerRequest: Decimal,
    freeQuota: Type.Optional(
      integer(0, undefined, { description: 'Free requests before payment is required; absent if not given.' }),
    ),
  },
  { additionalProperties: false, expected: 'an object with currency and pricePerRequest' },
);

export const X402Config = Type.Object(
  {
    paymentAddress: Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'Wallet address, checked against its network.',
      examples: ['0x209693Bc6afc0C5328bA36FaF03C514EF312287C'],
      expected: 'the wallet address that receives the payments, as a string',
    }),
    network: Type.String({
      minLength: 1,
      maxLength: 64,
      openApiPattern: chainPattern,
      description: 'A known network name (base, solana, …) or a CAIP-2 id (eip155:8453), in any case; kept as sent.',
      examples: ['base'],
      expected: 'a network name such as "base", or a CAIP-2 id such as "eip155:8453"',
    }),
  },
  { additionalProperties: false, expected: 'an object with paymentAddress and network' },
);

export const Timestamp = Type.String({
  format: 'date-time',
  description: 'ISO 8601 UTC with milliseconds.',
  examples: ['2026-01-15T09:30:00.000Z'],
});

/** The body of POST /api/services. */
export const Registration = Type.Object(
  {
    name: Text({
      minLength: 1,
      maxLength: 255,
      description: 'Name, in any script.',
      examples: ['東京天気 API'],
    }),
    description: Text({
      minLength: 1,
      maxLength: 2000,
      description: 'What the service does, in any script.',
    }),
    endpoint: HttpUrl,
    category: CategoryId,
    pricing: Pricing,
    x402Config: X402Config,
    ...Details.properties,
  },
  {
    additionalProperties: false,
    expected: 'a JSON object that describes the service',
    noteFaults: noteRegistrationFaults,
  },
);
export type Registration = Static<typeof Registration>;

/** The moderation decision of the operator on a service. */
export const Moderation = Type.Object(
  {
    state: choice(['hidden', 'impostor'], 'hidden: only its owner sees it; impostor: it poses as another service.'),
    reason: Type.String(),
    at: Timestamp,
  },
  { description: 'The moderation decision of the operator, if there is one. An impostor is never verified.' },
);
export type Moderation = Static<typeof Moderation>;

/** The ways in which an account can prove that it owns a service. */
export const ProofKind = choice(
  ['well-known', 'dns', 'signature'],
  'well-known: a token at /.well-known/shirube.txt of the host; dns: a TXT record of the host; signature: by the payment address.',
);
export const OwnerVerified = Type.Object(
  { how: ProofKind, at: Timestamp },
  { description: 'How and when its account has proven that it owns it. Absent if it has not.' },
);
export type OwnerVerified = Static<typeof OwnerVerified>;

/** A service as lists and searches return it. They omit `call`, which may be long. */
export const Service = Type.Object({
  id: Type.String({ description: 'UUIDv7, assigned on registration.' }),
  name: Type.String(),
  description: Type.String(),
  endpoint: Type.String(),
  category: Type.String(),
  pricing: Type.Object({
    currency: Type.String(),
    pricePerRequest: Type.String(),
    freeQuota: Type.Optional(Type.Integer()),
  }),
  x402Config: Type.Object({ paymentAddress: Type.String(), network: Type.String() }),
  trustScore: Type.Integer({ minimum: 0, maximum: 100, description: '0–100; 0 until the first check.' }),
  status: ServiceStatus,
  supportedChains: Type.Array(Type.String(), {
    description: 'The canonical chain of the network: its short name if known, otherwise its CAIP-2 id.',
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  moderation: Type.Optional(Moderation),
  ...presentation,
  testnet: Testnet,
  hostKind: HostKind,
  ownerVerified: Type.Optional(OwnerVerified),
});
export type Service = Static<typeof Service>;

/** A service with `call`, as in the detail, registrations, changes and the full export. */
export const ServiceDetail = Type.Object({
  ...Service.properties,
  call: Details.properties.call,
  ...observation,
});
export type ServiceDetail = Static<typeof ServiceDetail>;

/** Code that calls a service, ready to paste. */
export const Snippets = Type.Array(
  Type.Object({
    name: Type.String({ description: 'curl, TypeScript, Python or MCP.', examples: ['curl'] }),
    text: Type.String(),
  }),
);

/** A service with the additional fields that only the index needs. */
export interface CatalogEntry {
  service: ServiceDetail;
  revision: number;
  /** From when it speaks for its provider, to be compared: the least is the owner's. None without a proof of a host. */
  claim?: string | undefined;
  /** Another account registered the endpoint first, and this service is not verified. It is ranked last. */
  isDuplicate?: boolean;
  /** An earlier service of the host has the same description. */
  repeatsDescription?: boolean;
  /** What the documents of its origin say that it does. */
  summary?: string | undefined;
  /** In percent of the last 30 days. 0 if not given, as before the first check. */
  uptime?: number;
  categoryLabel: string;
  categoryLabelJa?: string;
}

export const StatusRecord = Type.Object({
  id: Type.String(),
  trustScore: Type.Integer(),
  status: ServiceStatus,
  uptimeScore: Type.Number({
    description: 'Percent of the hours of the last 30 days, with two decimals; 0 before the first check.',
  }),
  lastChecked: nullable(Timestamp, 'null before the first check.'),
  txCount: Type.Integer({ description: 'Settlements since it was registered.' }),
  totalRevenue: Type.Number({ description: 'Since it was registered, in its currency.' }),
});
export type StatusRecord = Static<typeof StatusRecord>;
