import { type Static, Type } from '@sinclair/typebox';
import { Category } from './category.js';
import { Decimal } from './decimal.js';
import { choice } from './fieldTypes.js';
import { serviceLanguages } from './listQuery.js';
import { Service, ServiceStatus } from './service.js';

const Count = Type.Integer({ minimum: 0, description: 'Services.' });

const StatusCount = Type.Object({ status: ServiceStatus, count: Count });
const ChainCount = Type.Object({
  chain: Type.String({
    description: 'As the `chain` filter takes it: a known name, or a CAIP-2 id in lower case.',
  }),
  count: Count,
});

/** The number of results for each value of a filter, given the other filters. */
export const Facets = Type.Object({
  total: Type.Integer({ description: 'Services on the list with the same parameters.' }),
  categories: Type.Array(Type.Object({ id: Category.properties.id, count: Count })),
  chains: Type.Array(ChainCount),
  statuses: Type.Array(StatusCount),
  currencies: Type.Array(Type.Object({ currency: Type.String({ description: 'In upper case.' }), count: Count })),
  hosts: Type.Array(Type.Object({ host: Type.String(), count: Count }), {
    description: 'By provider, as `host` takes it, the 100 most common.',
  }),
  languages: Type.Array(Type.Object({ language: choice(serviceLanguages, 'Of the description.'), count: Count })),
  testnets: Type.Array(
    Type.Object({ testnet: choice(['true', 'false'], 'Whether they are paid on test networks.'), count: Count }),
  ),
  trust: Type.Array(Type.Object({ minTrust: Type.Integer(), count: Count }), {
    description: 'A few values of `minTrust`, the lowest first, without those that would find nothing.',
  }),
  uptime: Type.Array(Type.Object({ minUptime: Type.Number(), count: Count }), {
    description: 'A few values of `minUptime`, in the same way.',
  }),
});
export type Facets = Static<typeof Facets>;

export const PriceQuartiles = Type.Object({
  currency: Type.String({
    description: 'The form that most of its services use; codes that differ only in case count as one.',
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
  count: Type.Integer({ minimum: 0, description: 'Services that were registered on that day and still exist.' }),
});

export const Stats = Type.Object({
  total: Count,
  statuses: Type.Array(StatusCount, { description: 'Every status, including those that no service has.' }),
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
        description:
          'Left out: no coin of their currency is known on their network, or their price is finer than its smallest unit.',
      }),
    },
    { description: 'How much of the catalog the x402 discovery protocol can express.' },
  ),
  uptime: Type.Array(
    Type.Object({
      atLeast: Type.Integer({ description: 'Percent: at least this, and less than the previous entry.' }),
      count: Count,
    }),
    { description: 'Services that were checked, by their uptime of the last 30 days, the best first.' },
  ),
  settlements: Type.Array(
    Type.Object({
      date: Type.String({ format: 'date', description: 'A day in UTC.', examples: ['2026-01-15'] }),
      count: Type.Integer({ minimum: 0, description: 'Reported payments that belong to a service.' }),
    }),
    { description: 'The same days as the additions.' },
  ),
  mostPaid: Type.Array(
    Type.Object({
      service: Service,
      transactions: Type.Integer({ minimum: 0, description: 'Reported payments of the last 30 days.' }),
    }),
    { description: 'The services that are paid most often, at most 5, one of each host.' },
  ),
  additions: Type.Array(Additions, { description: 'The last 90 days, today included, the oldest first.' }),
});
export type Stats = Static<typeof Stats>;
