import { type Static, Type } from '@sinclair/typebox';
import { integer } from './fieldTypes.js';
import { serviceIdPattern } from './service.js';

/** How many days counts are kept. */
export const insightDays = 90;

/** The parameters of GET /api/account/insights. */
export const InsightsQuery = Type.Object(
  {
    days: Type.Optional(
      integer(1, insightDays, { default: 30, description: 'How many days back, with today, in UTC.' }),
    ),
    service: Type.Optional(
      Type.String({
        pattern: serviceIdPattern,
        description: 'One service of the account; without it, the 100 that were shown and opened most.',
        expected: 'the id of a service',
      }),
    ),
  },
  { additionalProperties: false },
);
export type InsightsQuery = Static<typeof InsightsQuery>;

export const Day = Type.String({ format: 'date', description: 'A day in UTC.', examples: ['2026-03-01'] });
const shown = Type.Integer({ description: 'How often it was among the first 20 results of an answer to a search.' });
const opened = Type.Integer({ description: 'How often its detail or its page was read.' });

/** What buyers ask when they are shown a service. */
export const ServiceInsights = Type.Object({
  id: Type.String(),
  name: Type.String(),
  days: Type.Array(
    Type.Object({
      day: Day,
      shown,
      opened,
      averageRank: Type.Optional(
        Type.Number({ description: 'Its average place among the results, from 1; absent if it was not shown.' }),
      ),
    }),
    { description: 'The days on which it was shown or opened.' },
  ),
  queries: Type.Array(
    Type.Object({
      task: Type.Optional(
        Type.String({
          description: 'What they ask for; absent for keyword searches, and where it is not clear.',
          examples: ['weather-forecast'],
        }),
      ),
      words: Type.Array(Type.String(), { description: 'Words of these queries, most frequent first.' }),
      shown,
      opened: Type.Integer({ description: 'How often it was opened by an asker whose last search was such a query.' }),
    }),
    {
      description: 'The kinds of queries, most frequent first. Each task and word was asked by five askers in a week.',
    },
  ),
  missingWords: Type.Array(Type.Object({ word: Type.String(), shown }), {
    description: 'Words of these queries that name, description, category, tags and provider do not contain.',
  }),
});
export type ServiceInsights = Static<typeof ServiceInsights>;

export const Insights = Type.Object({ from: Day, to: Day, services: Type.Array(ServiceInsights) });
export type Insights = Static<typeof Insights>;
