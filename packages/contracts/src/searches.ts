import { type Static, Type } from '@sinclair/typebox';
import { Decimal } from './decimal.js';
import { filterProperties, IntentOffset, Limit, leastProperties, Offset, QueryText } from './listQuery.js';
import { Service, ServiceStatus } from './service.js';

const Score = Type.Number({ minimum: 0, maximum: 1 });

export const KeywordSearchQuery = Type.Object(
  { q: QueryText, limit: Type.Optional(Limit), offset: Type.Optional(Offset) },
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

const names = (description: string) => Type.Optional(Type.Array(Type.String(), { description }));

/** What the words of an intent said about price, chain, status, trust or order, and that was applied. */
export const IntentConstraints = Type.Object({
  maxPricePerRequest: Type.Optional(Decimal),
  exclusive: Type.Optional(Type.Boolean({ description: 'true when the price must stay below the bound.' })),
  minPricePerRequest: Type.Optional(Decimal),
  currency: Type.Optional(
    Type.String({
      description: 'Money of a state (USD), with every coin of its family, or one coin (USDC).',
    }),
  ),
  notCurrencies: names('No service is priced in these.'),
  chains: names('A service supports one of these.'),
  notChains: names('No service supports these.'),
  status: Type.Optional(ServiceStatus),
  free: Type.Optional(Type.Boolean({ description: 'It costs nothing, or has a free quota.' })),
  minTrust: Type.Optional(Type.Number()),
  prefer: Type.Optional(Type.Unsafe<'free'>(Type.String({ enum: ['free'], description: 'What comes first.' }))),
  order: Type.Optional(
    Type.Unsafe<'price' | 'newest' | 'trust'>(
      Type.String({
        enum: ['price', 'newest', 'trust'],
        description: 'Cheapest, newest or most trusted first.',
      }),
    ),
  ),
  without: names('What holds one of these is left out.'),
});
export type IntentConstraints = Static<typeof IntentConstraints>;

/** A constraint that a request can have put aside; whether a bound is exclusive goes with the bound. */
export type ConstraintName = Exclude<keyof IntentConstraints, 'exclusive'>;
const constraintNames = Object.keys(IntentConstraints.properties).filter((name) => name !== 'exclusive');

export const IntentSearchQuery = Type.Object(
  {
    q: QueryText,
    limit: Type.Optional(Limit),
    offset: Type.Optional(IntentOffset),
    ...filterProperties,
    ...leastProperties,
    ignore: Type.Optional(
      Type.String({
        pattern: `^(${constraintNames.join('|')})(,(${constraintNames.join('|')}))*$`,
        description:
          'Names of `constraints`, joined by ",", that are not to be applied. Their words are not searched for either.',
        examples: [constraintNames[0]],
        expected: `one or more of ${constraintNames.join(', ')}, joined by ","`,
      }),
    ),
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
    description: 'What sounded like a constraint and was not applied, as it was written.',
  }),
  confidence: Type.Unsafe<'high' | 'low'>(
    Type.String({
      enum: ['high', 'low'],
      description: 'Whether the first service is likely what was asked for.',
    }),
  ),
  services: Type.Array(
    Type.Composite([
      Service,
      Type.Object({
        relevance: Type.Object({
          score: Score,
          matchedTokens: Type.Array(Type.String()),
          reason: Type.String(),
        }),
      }),
    ]),
  ),
});
export type IntentSearchResult = Static<typeof IntentSearchResult>;
