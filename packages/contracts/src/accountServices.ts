import { type Static, Type } from '@sinclair/typebox';
import { Limit } from './listQuery.js';
import { serviceIdPattern } from './service.js';

/** The parameters of GET /api/account/services. */
export const AccountServicesQuery = Type.Object(
  {
    limit: Type.Optional(Limit),
    after: Type.Optional(
      Type.String({
        pattern: serviceIdPattern,
        description: 'Where the page starts, as the `next` link of the page before says it.',
        expected: 'what the Link header of such a list has',
      }),
    ),
  },
  { additionalProperties: false },
);
export type AccountServicesQuery = Static<typeof AccountServicesQuery>;
