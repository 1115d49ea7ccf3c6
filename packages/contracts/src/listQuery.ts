import { type Static, Type } from '@sinclair/typebox';
import { Chain } from './chain.js';
import { choice } from './choice.js';
import { decimal } from './decimal.js';
import { CategoryId, currency, ServiceStatus } from './service.js';
import { Text } from './text.js';

export const QueryText = Text({
  minLength: 1,
  maxLength: 500,
  // Text that was copied from elsewhere often carries them, and it is not shown to others.
  allowsDirections: true,
  description: 'What to look for, in Japanese or English.',
});

export const Limit = Type.Integer({
  minimum: 1,
  maximum: 100,
  default: 20,
  description: 'Results per page.',
  expected: 'a whole number from 1 to 100',
});

const offset = {
  minimum: 0,
  default: 0,
  expected: 'a whole number of 0 or more',
};

/** How many results come before the page. */
export const Offset = Type.Integer({
  ...offset,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Results to skip; may go to the end of the catalog.',
});

/** An intent is answered by the best: ranking thousands of services for one page would cost all other pages their time. */
export const IntentOffset = Type.Integer({
  ...offset,
  maximum: 900,
  description: 'Results to skip. An intent is answered by 1,000 services at most, the best ones.',
  expected: 'a whole number from 0 to 900',
});

/** The filters that list and intent search share. */
export const filterProperties = {
  category: Type.Optional(CategoryId),
  chain: Type.Optional(Chain),
  status: Type.Optional(ServiceStatus),
  maxPricePerRequest: Type.Optional(
    Type.String({ ...decimal, description: 'Upper bound on the price per request, inclusive.' }),
  ),
  testnet: Type.Optional(choice(['true', 'false'], 'Test networks only, or none of them.')),
  currency: Type.Optional(Type.String({ ...currency, description: 'Only prices in this currency, in any case.' })),
};

/** More of them, which agents say in words: the tools that they are told of stay short. */
export const leastProperties = {
  minPricePerRequest: Type.Optional(
    Type.String({ ...decimal, description: 'Lower bound on the price per request, inclusive.' }),
  ),
  minTrust: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Lower bound on the trust score, inclusive.',
      expected: 'a whole number from 0 to 100',
    }),
  ),
};

export const ListQuery = Type.Object(
  {
    query: Type.Optional(QueryText),
    ...filterProperties,
    ...leastProperties,
    sortBy: Type.Optional(
      choice(
        ['price', 'trustScore', 'name', 'createdAt', 'updatedAt'],
        'Order; by relevance with `query`, else by trustScore, when left out.',
      ),
    ),
    sortOrder: Type.Optional(
      choice(
        ['asc', 'desc'],
        'Defaults to asc for price and name, and to desc for the others: most trusted or newest first. Ties are broken by id.',
      ),
    ),
    limit: Type.Optional(Limit),
    offset: Type.Optional(Offset),
    after: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_500,
        description:
          'Where the page starts, as the `next` link of the page before says it, instead of `offset`. Such pages cost the same at any depth, and none is skipped or repeated while others are added and removed.',
        expected: 'what the Link header of a list has',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ListQuery = Static<typeof ListQuery>;
