import { type Static, Type } from '@sinclair/typebox';
import { chainPattern } from './chain.js';
import { Decimal } from './decimal.js';
import { Details, observation, presentation, Testnet } from './details.js';
import { HttpUrl } from './httpUrl.js';
import { Text } from './text.js';

export const serviceIdPattern =
  '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-7[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$';
const uuidV7 = new RegExp(serviceIdPattern);

/** Whether `text` has the form of a service id; anything else is simply not found. */
export function isServiceId(text: string): boolean {
  return uuidV7.test(text);
}

export const ServiceStatus = Type.Unsafe<'verified' | 'unverified' | 'inactive'>(
  Type.String({
    enum: ['verified', 'unverified', 'inactive'],
    pattern: '^(verified|unverified|inactive)$',
    expected: 'one of verified, unverified, inactive',
  }),
);
export type ServiceStatus = Static<typeof ServiceStatus>;

export const CategoryId = Type.String({
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  maxLength: 64,
  description: 'Category ID. A new category comes into being by being used.',
  examples: ['weather'],
  expected:
    'a category id of at most 64 lower-case letters and digits in words joined by "-", such as "image-generation"',
});

/** Schema options of a currency code, for parameters that describe themselves differently. */
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
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Free requests before payment is asked for; absent when not given.',
        expected: 'a whole number of 0 or more',
      }),
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
  { additionalProperties: false, expected: 'a JSON object that describes the service' },
);
export type Registration = Static<typeof Registration>;

/** A service as lists and searches return it: they leave out how it is called, which may be long. */
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
    description: 'The canonical chain of the network: its known short name, else the CAIP-2 id.',
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  ...presentation,
  testnet: Testnet,
});
export type Service = Static<typeof Service>;

/** A service with how it is called, as detail, registration, changes and the full export have it. */
export const ServiceDetail = Type.Object({ ...Service.properties, call: Details.properties.call, ...observation });
export type ServiceDetail = Static<typeof ServiceDetail>;

/** A service with what only the index needs to know of it. */
export interface CatalogEntry {
  service: ServiceDetail;
  revision: number;
  /** Another account has had its endpoint first, and it is not verified: it comes after all others. */
  isDuplicate?: boolean;
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
  lastChecked: Type.Union([Timestamp, Type.Null()], { description: 'null before the first check.' }),
  txCount: Type.Integer({ description: 'Settlements since it was registered.' }),
  totalRevenue: Type.Number({ description: 'Since it was registered, in its currency.' }),
});
export type StatusRecord = Static<typeof StatusRecord>;
