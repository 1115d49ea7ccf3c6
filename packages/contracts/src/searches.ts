import { type Static, Type } from '@sinclair/typebox';
import { Decimal } from './decimal.js';
import { filterProperties, IntentOffset, Limit, Offset, QueryText } from './listQuery.js';
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
  exclusive: Type.Optional(
    Type.Boolean({
      description: 'true when the price must stay below the bound (未満, "under"), not reach it.',
    }),
  ),
  minPricePerRequest: Type.Optional(Decimal),
  currency: Type.Optional(
    Type.String({
      description:
        'Money of a state (USD, JPY, EUR), which stands for every coin of its family, or the coin that was named (USDC).',
    }),
  ),
  notCurrencies: names('Currencies that no service is priced in; money of a state stands for its family.'),
  chains: names('Chains of which a service supports at least one.'),
  notChains: names('Chains that no service supports.'),
  status: Type.Optional(ServiceStatus),
  free: Type.Optional(
    Type.Boolean({ description: 'true when a service costs nothing, or has a free quota.' }),
  ),
  minTrust: Type.Optional(
    Type.Number({ description: 'The least `trustScore` of a service; 60 where it is to be "reliable".' }),
  ),
  prefer: Type.Optional(
    Type.Unsafe<'free'>(
      Type.String({
        enum: ['free'],
        description:
          'What comes first of the services that answer, though others do too: what can be had for nothing.',
      }),
    ),
  ),
  order: Type.Optional(
    Type.Unsafe<'price' | 'newest' | 'trust'>(
      Type.String({
        enum: ['price', 'newest', 'trust'],
        description: 'The order of the services that answer: cheapest, newest or most trusted first.',
      }),
    ),
  ),
  without: names('What was refused: a service that holds it is left out.'),
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
    ignore: Type.Optional(
      Type.String({
        pattern: `^(${constraintNames.join('|')})(,(${constraintNames.join('|')}))*$`,
        description:
          'Names of `constraints`, joined by ",", that the sentence states and that are not to be applied. Their words are not searched for either.',
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
    description:
      'In the order of the query, normalised, without particles and filler; verbs in dictionary form.',
  }),
  matchedTokens: Type.Array(Type.String(), {
    description: 'The tokens that matched at least one returned service.',
  }),
  reason: Type.String({ description: 'One sentence in the language of the query.' }),
  constraints: IntentConstraints,
  notUnderstood: Type.Array(Type.String(), {
    description:
      'What sounded like a constraint and was not applied, or may have been a refusal: what holds it comes later. As it was written.',
  }),
  confidence: Type.Unsafe<'high' | 'low'>(
    Type.String({
      enum: ['high', 'low'],
      description: 'Whether the first service is likely what was asked for; low when none may be.',
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
