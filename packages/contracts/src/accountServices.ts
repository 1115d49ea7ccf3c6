import { type Static, Type } from '@sinclair/typebox';
import { Check, StatusReason } from './check.js';
import { nullable } from './fieldTypes.js';
import { Day } from './insights.js';
import { Limit } from './listQuery.js';
import { ServiceDetail, StatusRecord, serviceIdPattern, Timestamp } from './service.js';

/** The parameters of GET /api/account/services. */
export const AccountServicesQuery = Type.Object(
  {
    query: Type.Optional(
      Type.String({ maxLength: 255, description: 'A part of the name or of the endpoint.', examples: ['weather'] }),
    ),
    limit: Type.Optional(Limit),
    after: Type.Optional(
      Type.String({
        pattern: serviceIdPattern,
        description: 'Where the page starts, as in the `next` link of the previous page.',
        expected: 'the value from the Link header of such a list',
      }),
    ),
  },
  { additionalProperties: false },
);
export type AccountServicesQuery = Static<typeof AccountServicesQuery>;

const moment = (description: string) => nullable(Timestamp, description);

const { checkedAt, verdict, detail, declared, observed } = Check.properties;

/** A service as its owner sees it, including what the monitor does next. */
export const AccountService = Type.Object({
  ...ServiceDetail.properties,
  monitor: Type.Object({
    uptimeScore: StatusRecord.properties.uptimeScore,
    lastChecked: StatusRecord.properties.lastChecked,
    nextCheckAt: moment('When it is checked next; null if no check is scheduled.'),
    confirmedSince: moment('Since when every check has confirmed the registration; null if the last one did not.'),
    verifiedFrom: moment(
      'For an unverified service: from when on a check verifies it, a tenth of the interval after the first that confirms it, or after the next one if none does yet. null if no monitor is running.',
    ),
    reason: Type.Optional(StatusReason),
  }),
  lastCheck: Type.Optional(
    Type.Object(
      { checkedAt, verdict, detail, declared, observed },
      { description: 'What its last check found; absent before the first check of its current terms.' },
    ),
  ),
  sales: Type.Array(
    Type.Object({
      day: Day,
      transactions: Type.Integer({ description: 'The payments that facilitators have reported.' }),
      amount: Type.String({ description: 'What they paid in its currency, as a plain decimal.' }),
    }),
    { description: 'The days of the last 30 on which it was paid.' },
  ),
});
export type AccountService = Static<typeof AccountService>;
