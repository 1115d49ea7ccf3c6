import { type Static, type TString, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { Chain } from './chain.js';
import { decimal } from './decimal.js';
import { choice, integer } from './fieldTypes.js';
import { CategoryId, currency, ServiceStatus } from './service.js';
import { Text } from './text.js';

export const queryText = {
  minLength: 1,
  maxLength: 500,
  // Pasted text often contains these characters, and a query is not shown to others.
  allowsDirections: true,
};
export const QueryText = Text({ ...queryText, description: 'What to look for, in Japanese or English.' });

export const Limit = integer(1, 100, { default: 20, description: 'Results per page.' });

/** The parameters of GET /api/services/:id/similar. */
export const SimilarQuery = Type.Object(
  {
    limit: Type.Optional(integer(1, 20, { default: 5, description: 'How many services to return.' })),
  },
  { additionalProperties: false },
);
export type SimilarQuery = Static<typeof SimilarQuery>;

/** The languages that services can be filtered by. */
export const serviceLanguages = ['en', 'ja'] as const;

/** The number of results before the page. */
export const Offset = integer(0, undefined, {
  default: 0,
  description: 'Results to skip; any number up to the end of the catalog.',
});

/** How many results an intent has on all its pages: ranking thousands for one page would slow down all others. */
export const maxAnswers = 1_000;

export const IntentOffset = integer(0, maxAnswers, {
  default: 0,
  description: 'Results to skip. An intent has at most 1,000 results, the best ones.',
});

/** A parameter that may be repeated. A service matches if any of the values does. */
const anyOf = ({ description, examples, ...form }: TString) => {
  const one = Type.Unsafe<string>(form);
  return Type.Union([one, Type.Array(one, { minItems: 1, maxItems: 20 })], {
    description: `${description} May be repeated: any of them.`,
    examples,
    expected(value: unknown): string {
      const wrong = [value].flat().find((each) => !Value.Check(one, each));
      return typeof form.expected === 'function' ? form.expected(wrong) : form.expected;
    },
  });
};

export const Host = Type.String({
  maxLength: 253,
  pattern: '^(\\[[\\da-fA-F:.]+\\]|[^\\s/:@]+)$',
  description: 'Only services at this host, or at any host of this registrable domain.',
  examples: ['example.com'],
  expected: 'the name of a host, such as "api.example.com", without scheme, port or path',
});

/** Whether results are grouped. */
export const group = Type.Optional(
  choice(
    ['provider'],
    'One entry per provider, with its best service: `{ provider, service }` instead of the service. Totals and pages count providers.',
  ),
);

/** The filters that list and intent search share. */
export const filterProperties = {
  category: Type.Optional(anyOf(CategoryId)),
  chain: Type.Optional(anyOf(Chain)),
  status: Type.Optional(ServiceStatus),
  maxPricePerRequest: Type.Optional(
    Type.String({
      ...decimal,
      description: 'Upper bound on the price per request, inclusive.',
    }),
  ),
  host: Type.Optional(Host),
  testnet: Type.Optional(choice(['true', 'false'], 'Test networks only, or none of them.')),
  currency: Type.Optional(
    Type.String({
      ...currency,
      description: 'Only prices in this currency, in any case.',
    }),
  ),
};

/** Further filters of lists and intents. The count of MCP does without them, which keeps its schema short. */
export const minimumFilters = {
  minPricePerRequest: Type.Optional(
    Type.String({
      ...decimal,
      description:
        'Lower bound on the price per request, inclusive. Of several ways to pay, one must meet chain, currency and both bounds. Without currency, prices in the currency family of the registered price count.',
    }),
  ),
  minTrust: Type.Optional(integer(0, 100, { description: 'Lower bound on the trust score, inclusive.' })),
  minUptime: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 100,
      description:
        'Lower bound on the uptime in percent of the last 30 days, inclusive. A service that was never checked has 0. Search knows the uptime to within 0.1.',
      expected: 'a number from 0 to 100',
    }),
  ),
  language: Type.Optional(choice(serviceLanguages, 'Only services with a description in this language.')),
};

const searchProperties = { query: Type.Optional(QueryText), ...filterProperties, ...minimumFilters };

/** The parameters of a list, without sorting and paging. */
export const SavedSearch = Type.Object(searchProperties, {
  additionalProperties: false,
  minProperties: 1,
  description: 'The parameters of GET /api/services that select services, at least one of them.',
  expected: 'an object with parameters of GET /api/services, such as { "category": "weather" }',
});
export type SavedSearch = Static<typeof SavedSearch>;

export const ListQuery = Type.Object(
  {
    ...searchProperties,
    sortBy: Type.Optional(
      choice(
        ['price', 'trustScore', 'name', 'createdAt', 'updatedAt'],
        'Order. The default is relevance with `query`, and trustScore without.',
      ),
    ),
    sortOrder: Type.Optional(
      choice(
        ['asc', 'desc'],
        'Defaults to asc for price and name, and to desc for the others: most trusted or newest first. Ties are broken by id.',
      ),
    ),
    group,
    limit: Type.Optional(Limit),
    offset: Type.Optional(Offset),
    after: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_500,
        description:
          'Where the page starts, as in the `next` link of the previous page, instead of `offset`. Such pages ' +
          'cost the same at any depth, and none is skipped or repeated while others are added and removed.',
        expected: 'the value from the Link header of a list',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ListQuery = Static<typeof ListQuery>;
