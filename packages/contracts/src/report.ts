import { type Static, Type } from '@sinclair/typebox';
import { choice } from './fieldTypes.js';
import { Timestamp } from './service.js';
import { Text } from './text.js';

export const reportReasons = ['not_working', 'misleading', 'impersonation', 'harmful', 'other'] as const;
const Reason = choice(reportReasons, 'What is wrong with it.');

/** The body of POST /api/services/:id/reports. */
export const ReportRequest = Type.Object(
  {
    reason: Reason,
    comment: Type.Optional(
      Text({
        minLength: 0,
        maxLength: 1_000,
        allowsInvisible: true,
        description: 'In any language. Only the operator reads it.',
      }),
    ),
  },
  { additionalProperties: false, expected: 'an object with a reason and, if there is one, a comment' },
);
export type ReportRequest = Static<typeof ReportRequest>;

/** A visitor's report about a service, as the operator sees it. */
export const Report = Type.Object({
  id: Type.String(),
  serviceId: Type.String(),
  serviceName: Type.String(),
  reason: Reason,
  comment: Type.String(),
  createdAt: Timestamp,
});
export type Report = Static<typeof Report>;
