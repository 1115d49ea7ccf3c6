import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Decimal } from './decimal.js';
import { choice } from './fieldTypes.js';
import {
  filterProperties,
  group,
  Host,
  IntentOffset,
  Limit,
  ListQuery,
  minimumFilters,
  Offset,
  QueryText,
  queryText,
} from './listQuery.js';
import { GroupProvider } from './providers.js';
import { Service, ServiceStatus } from './service.js';
import { Text } from './text.js';

const Score = Type.Number({ minimum: 0, maximum: 1 });

export const KeywordSearchQuery = Type.Object(
  { q: QueryText, host: Type.Optional(Host), group, limit: Type.Optional(Limit), offset: Type.Optional(Offset) },
  { additionalProperties: false },
);
export type KeywordSearchQuery = Static<typeof KeywordSearchQuery>;

export const KeywordSearchResult = Type.Object({
  query: Type.String(),
  tokens: Type.Array(Type.String()),
  total: Type.Integer(),
  services: Type.Array(
    Type.Composite([Service, Type.Object({ relevance: Type.Object({ score: Score }) })], {
      description: 'Best match first.',
    }),
  ),
});
export type KeywordSearchResult = Static<typeof KeywordSearchResult>;

/** A provider and its best service. */
const groupOf = <Best extends TSchema>(service: Best) => Type.Object({ provider: GroupProvider, service });

export const ServiceGroup = groupOf(Service);
export type ServiceGroup = Static<typeof ServiceGroup>;

/** The same with `group`. */
export const KeywordSearchGroups = Type.Object({
  ...KeywordSearchResult.properties,
  services: Type.Array(groupOf(KeywordSearchResult.properties.services.items)),
});
export type KeywordSearchGroups = Static<typeof KeywordSearchGroups>;

const names = (description: string) => Type.Optional(Type.Array(Type.String(), { description }));

/** The constraints on price, chain, status, trust or order that were recognized in an intent and applied. */
export const IntentConstraints = Type.Object({
  maxPricePerRequest: Type.Optional(Decimal),
  exclusive: Type.Optional(Type.Boolean({ description: 'true if the price must be below the bound.' })),
  minPricePerRequest: Type.Optional(Decimal),
  currency: Type.Optional(
    Type.String({
      description: 'A fiat currency (USD), with every coin of its family, or one coin (USDC).',
    }),
  ),
  notCurrencies: names('No service is priced in these.'),
  chains: names('A service supports one of these.'),
  notChains: names('No service supports these.'),
  status: Type.Optional(ServiceStatus),
  free: Type.Optional(Type.Boolean({ description: 'It costs nothing, or has a free quota.' })),
  minTrust: Type.Optional(Type.Number()),
  minUptime: Type.Optional(Type.Number({ description: 'In percent of the last 30 days.' })),
  prefer: Type.Optional(choice(['free'], 'Which services come first.')),
  order: Type.Optional(choice(['price', 'newest', 'trust'], 'Cheapest, newest or most trusted first.')),
  without: names('Services that contain one of these are left out.'),
});
export type IntentConstraints = Static<typeof IntentConstraints>;

/** A constraint that a request can switch off. `exclusive` belongs to its bound, so it has no switch of its own. */
export type ConstraintName = Exclude<keyof IntentConstraints, 'exclusive'>;
const constraintNames = Object.keys(IntentConstraints.properties).filter((name) => name !== 'exclusive');

const displayCurrency = Type.Optional(
  Type.String({
    pattern: '^[A-Za-z]{3}$',
    description: 'A currency (JPY) in which prices are shown too, as `displayPrice`, at the rates of the directory.',
    examples: ['JPY'],
    expected: 'the code of a currency, such as JPY',
  }),
);

/** An amount that was converted, so it is not exact. */
const About = Type.Object({ amount: Decimal, currency: Type.String() });

const ignore = Type.Optional(
  Type.String({
    pattern: `^(${constraintNames.join('|')})(,(${constraintNames.join('|')}))*$`,
    description: 'Names of `constraints`, joined by ",", to ignore. Their words are not searched for either.',
    examples: [constraintNames[0]],
    expected: `one or more of ${constraintNames.join(', ')}, joined by ","`,
  }),
);

/** The parameters of GET /api/facets: those of a list or of an intent search. */
export const FacetsQuery = Type.Object(
  {
    ...ListQuery.properties,
    q: Type.Optional(
      Text({
        ...queryText,
        description: 'An intent, instead of `query`: its best matches are counted.',
      }),
    ),
    ignore,
  },
  { additionalProperties: false },
);
export type FacetsQuery = Static<typeof FacetsQuery>;

export const IntentSearchQuery = Type.Object(
  {
    q: QueryText,
    group,
    limit: Type.Optional(Limit),
    offset: Type.Optional(IntentOffset),
    ...filterProperties,
    ...minimumFilters,
    ignore,
    displayCurrency,
  },
  { additionalProperties: false },
);
export type IntentSearchQuery = Static<typeof IntentSearchQuery>;

export const IntentSearchResult = Type.Object({
  query: Type.String(),
  tokens: Type.Array(Type.String(), {
    description: 'In the order of the query, normalised, without particles and filler; verbs in dictionary form.',
  }),
  matchedTokens: Type.Array(Type.String(), {
    description: 'The tokens that matched at least one returned service.',
  }),
  reason: Type.String({ description: 'One sentence in the language of the query.' }),
  constraints: IntentConstraints,
  notUnderstood: Type.Array(Type.String(), {
    description: 'Words that look like a constraint but were not applied, as they were written.',
  }),
  nearestMiss: Type.Optional(
    Type.Object(
      { id: Type.String(), name: Type.String() },
      { description: 'If no service meets the constraints: the best service without them.' },
    ),
  ),
  namedProvider: Type.Optional(Type.String({ description: 'The domain of the provider, if the query names one.' })),
  estimate: Type.Optional(
    Type.Object(
      { requestsPerMonth: Type.Number() },
      { description: 'Where the query says how often the service would be called. A month has 30 days.' },
    ),
  ),
  rates: Type.Optional(
    Type.Object(
      {
        base: Type.String(),
        date: Type.String(),
        used: Type.Record(Type.String(), Type.Number(), { description: 'What one unit of the base is worth.' }),
      },
      { description: 'The rates by which money was converted.' },
    ),
  ),
  confidence: choice(
    ['high', 'low'],
    'Whether the first service is likely what was asked for: high from a probability of 0.9 on.',
  ),
  probability: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'How likely the first service is what was asked for; 0 if there is none.',
  }),
  services: Type.Array(
    Type.Composite([
      Service,
      Type.Object({
        relevance: Type.Object({
          score: Score,
          matchedTokens: Type.Array(Type.String()),
          matchedWords: Type.Array(Type.String(), {
            description: 'The translations and synonyms of these tokens that the service was found by.',
          }),
          reason: Type.String(),
        }),
        displayPrice: Type.Optional(
          Type.Object(About.properties, {
            description: 'About what a request costs in the currency of the query, or of `displayCurrency`.',
          }),
        ),
        estimate: Type.Optional(
          Type.Object(
            { perMonth: Decimal, currency: Type.String(), about: Type.Optional(About) },
            { description: 'What a month costs, as often as the query says.' },
          ),
        ),
      }),
    ]),
  ),
});
export type IntentSearchResult = Static<typeof IntentSearchResult>;

/** The same with `group`. */
export const IntentSearchGroups = Type.Object({
  ...IntentSearchResult.properties,
  services: Type.Array(groupOf(IntentSearchResult.properties.services.items)),
});
export type IntentSearchGroups = Static<typeof IntentSearchGroups>;
