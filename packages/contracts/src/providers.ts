import { type Static, Type } from '@sinclair/typebox';
import { Chain } from './chain.js';
import { Decimal } from './decimal.js';
import { choice, nullable } from './fieldTypes.js';
import { Limit, QueryText } from './listQuery.js';
import { CategoryId, Service, Timestamp } from './service.js';

const Share = Type.Number({ minimum: 0, maximum: 1 });

/** The lowest and the highest price in one currency. */
const PriceRange = Type.Object({
  currency: Type.String({ description: 'In upper case.' }),
  min: Decimal,
  max: Decimal,
});

const identity = {
  domain: Type.String({
    description: 'The registrable domain of the endpoints; the whole host where others own that domain.',
    examples: ['example.com'],
  }),
  name: Type.String({
    description: 'The name that it states on proven hosts, or that its domain spells, or the domain.',
  }),
  services: Type.Integer({
    minimum: 0,
    description:
      'Number of its services; in a group those that pass the filters, and answer the intent if there is one.',
  }),
  prices: Type.Array(PriceRange),
};

/** The provider of a group, with figures of its services that pass the filters. */
export const GroupProvider = Type.Object(identity);
export type GroupProvider = Static<typeof GroupProvider>;

/** Who offers services, with figures of all of them, or of those of its owner where that is proven. */
export const ProviderSummary = Type.Object({
  ...identity,
  categories: Type.Array(Type.String()),
  chains: Type.Array(Type.String()),
  trust: Type.Object({ median: Type.Integer(), best: Type.Integer() }, { description: 'Of its services, 0 to 100.' }),
  verifiedShare: Type.Unsafe<number>({ ...Share, description: 'Share of its services that are verified.' }),
  lastRegisteredAt: Timestamp,
});
export type ProviderSummary = Static<typeof ProviderSummary>;

const texts = Type.Array(Type.String());
const listed = Type.Array(
  Type.Pick(Service, ['id', 'name', 'description', 'endpoint', 'pricing', 'trustScore', 'status']),
  { description: 'The most trusted of these services, at most 50.' },
);

export const ProviderDetail = Type.Object({
  ...ProviderSummary.properties,
  uptime: nullable(
    Type.Number({ minimum: 0, maximum: 100 }),
    'Mean uptime of its services in percent of the last 30 days; null before the first check.',
  ),
  firstRegisteredAt: Timestamp,
  paymentAddresses: Type.Array(Type.String(), { description: 'Where its services are paid, at most 100.' }),
  isClaimed: Type.Boolean({
    description:
      'Whether somebody has proven the domain or a host of it. If so, everything else is of one account: of the first that has proven the domain, with all that it lists there, or else a host, with what it has proven.',
  }),
  listed,
  others: Type.Optional(
    Type.Object(
      { services: Type.Integer(), paymentAddresses: texts, names: texts, listed },
      { description: 'What others list there, even with a proof of a host. The owner need not know of it.' },
    ),
  ),
});
export type ProviderDetail = Static<typeof ProviderDetail>;

/** The parameters of GET /api/providers. */
export const ProvidersQuery = Type.Object(
  {
    query: Type.Optional(Type.Unsafe<string>({ ...QueryText, description: 'A part of its name or domain.' })),
    category: Type.Optional(CategoryId),
    chain: Type.Optional(Chain),
    sortBy: Type.Optional(
      choice(
        ['trust', 'services', 'newest'],
        'Order: the highest trust of a service, the number of services, or the latest registration. The default is trust.',
      ),
    ),
    limit: Type.Optional(Limit),
    after: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'Where the page starts, as in the `next` link of the previous page.',
        expected: 'the value from the Link header of a list',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ProvidersQuery = Static<typeof ProvidersQuery>;
