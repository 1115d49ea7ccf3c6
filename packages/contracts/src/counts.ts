import { type Static, Type } from '@sinclair/typebox';
import { Category } from './category.js';
import { Decimal } from './decimal.js';
import { ServiceStatus } from './service.js';

const Count = Type.Integer({ minimum: 0, description: 'Services.' });

const StatusCount = Type.Object({ status: ServiceStatus, count: Count });
const ChainCount = Type.Object({
  chain: Type.String({
    description: 'As the `chain` filter takes it: a known name, or a CAIP-2 id in lower case.',
  }),
  count: Count,
});

/** What the values of each filter would find beside the other filters. */
export const Facets = Type.Object({
  total: Type.Integer({ description: 'Services that the list with the same parameters has.' }),
  categories: Type.Array(Type.Object({ id: Type.String(), count: Count })),
  chains: Type.Array(ChainCount),
  statuses: Type.Array(StatusCount),
  currencies: Type.Array(Type.Object({ currency: Type.String({ description: 'In upper case.' }), count: Count })),
});
export type Facets = Static<typeof Facets>;

export const PriceQuartiles = Type.Object({
  currency: Type.String({
    description: 'As most of its services write it; codes that differ in case only are one.',
  }),
  count: Count,
  minimum: Decimal,
  lowerQuartile: Decimal,
  median: Decimal,
  upperQuartile: Decimal,
  maximum: Decimal,
});
export type PriceQuartiles = Static<typeof PriceQuartiles>;

const Additions = Type.Object({
  date: Type.String({ format: 'date', description: 'A day in UTC.', examples: ['2026-01-15'] }),
  count: Type.Integer({ minimum: 0, description: 'Services that were registered on it and are still here.' }),
});

export const Stats = Type.Object({
  total: Count,
  statuses: Type.Array(StatusCount, { description: 'Every status, also one that no service has.' }),
  categories: Type.Array(Category, { description: 'The largest first.' }),
  chains: Type.Array(ChainCount, { description: 'The most used first.' }),
  prices: Type.Array(PriceQuartiles, {
    description: 'By currency, the most used first. Each figure is the price of a service.',
  }),
  discovery: Type.Object(
    {
      listed: Type.Integer({ minimum: 0, description: 'Services that x402 clients find at /discovery.' }),
      inactive: Type.Integer({ minimum: 0, description: 'Left out: inactive.' }),
      inexpressible: Type.Integer({
        minimum: 0,
        description: 'Left out: no coin of their currency is known on their network, or their price is finer than it.',
      }),
    },
    { description: 'What the discovery protocol of x402 can say of the catalog.' },
  ),
  additions: Type.Array(Additions, { description: 'The last 90 days, today included, the oldest first.' }),
});
export type Stats = Static<typeof Stats>;
