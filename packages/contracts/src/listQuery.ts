import { type Static, Type } from '@sinclair/typebox';
import { Chain } from './chain.js';
import { decimal } from './decimal.js';
import { CategoryId, currency, ServiceStatus } from './service.js';
import { Text } from './text.js';

const choice = <const T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>(
    Type.String({
      enum: [...values],
      pattern: `^(${values.join('|')})$`,
      description,
      expected: `one of ${values.join(', ')}`,
    }),
  );

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

/** The filters that list and intent search share. */
export const filterProperties = {
  category: Type.Optional(CategoryId),
  chain: Type.Optional(Chain),
  status: Type.Optional(ServiceStatus),
  maxPricePerRequest: Type.Optional(
    Type.String({ ...decimal, description: 'Upper bound on the price per request, inclusive.' }),
  ),
  currency: Type.Optional(
    Type.String({ ...currency, description: 'Only prices in this currency, in any case.' }),
  ),
};

export const ListQuery = Type.Object(
  {
    query: Type.Optional(QueryText),
    ...filterProperties,
    sortBy: Type.Optional(
      choice(
        ['price', 'trustScore', 'name'],
        'Order; by relevance with `query`, else by trustScore, when left out.',
      ),
    ),
    sortOrder: Type.Optional(
      choice(
        ['asc', 'desc'],
        'Defaults to desc for trustScore, asc for price and name. Ties are broken by id.',
      ),
    ),
    limit: Type.Optional(Limit),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        default: 0,
        description: 'Results to skip; may go to the end of the catalog.',
        expected: 'a whole number of 0 or more',
      }),
    ),
    after: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_500,
        description:
          'Where the page starts, as the `next` link of the page before says it, instead of `offset`. Such pages cost the same at any depth, and none is passed over or repeated while others are added and removed.',
        expected: 'what the Link header of a list has',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ListQuery = Static<typeof ListQuery>;
