import { type Static, Type } from '@sinclair/typebox';
import { StatusReason } from './check.js';
import { choice, integer, nullable } from './fieldTypes.js';
import { Host } from './listQuery.js';
import { CategoryId, ServiceDetail, ServiceStatus, Timestamp } from './service.js';

const ChangeType = choice(
  ['created', 'updated', 'status', 'deleted'],
  'created; updated: its owner changed it, or a check saw another way to call it; status: its status or ' +
    'trust changed; deleted. A client that has missed a change may get updated for a service that it does not ' +
    'know.',
);

/** One change of the catalog. */
export const Change = Type.Object({
  type: ChangeType,
  id: Type.String({ description: 'The id of the service.' }),
  at: Timestamp,
  reason: Type.Optional(StatusReason),
  service: Type.Optional(
    Type.Object(ServiceDetail.properties, {
      description:
        'The service as it is now. Missing with deleted, and when the service has been removed since: then deleted follows.',
    }),
  ),
});
export type Change = Static<typeof Change>;

export const ChangesPage = Type.Object({
  changes: Type.Array(Change, { description: 'Ordered so that a reader never skips a change.' }),
  cursor: Type.String({ description: 'Where to continue: send it as `since`. Safe to store.' }),
  more: Type.Boolean({
    description: 'Whether there are more changes now. Otherwise poll again later, or use the event stream.',
  }),
});
export type ChangesPage = Static<typeof ChangesPage>;

export const ChangesQuery = Type.Object(
  {
    since: Type.Optional(
      Type.String({
        pattern: '^([0-9a-f]{8}\\.\\d{1,19}\\.\\d{1,18}|now)$',
        description:
          'The `cursor` of the previous page, or `now`: only changes from now on. From the beginning when left out.',
        expected: 'the cursor of an earlier response, or "now"',
      }),
    ),
    limit: Type.Optional(
      integer(1, 1_000, { default: 100, description: 'Maximum number of changes; events are not limited.' }),
    ),
    category: Type.Optional(
      Type.String({
        ...CategoryId,
        description:
          'Only services that are in this category now, and those whose category has changed: they may have left it.',
      }),
    ),
    account: Type.Optional(
      Type.String({ maxLength: 64, description: 'Only services of the account with this id.', expected: 'an id' }),
    ),
    host: Type.Optional(
      Type.String({
        ...Host,
        description: `${Host.description} Also those whose endpoint has changed: they may have left it.`,
      }),
    ),
    service: Type.Optional(
      Type.String({ maxLength: 64, description: 'Only the service with this id.', expected: 'the id of a service' }),
    ),
  },
  { additionalProperties: false },
);
export type ChangesQuery = Static<typeof ChangesQuery>;

const FieldValue = nullable(Type.String(), 'null if there was none.');

/** The changes of one service, latest first. */
export const ServiceHistory = Type.Array(
  Type.Object({
    type: ChangeType,
    at: Timestamp,
    fields: Type.Array(Type.String(), { description: 'What changed, such as pricing.pricePerRequest.' }),
    values: Type.Optional(
      Type.Array(Type.Object({ field: Type.String(), from: FieldValue, to: FieldValue }), {
        description:
          'The values before and after, if they are known, as JSON if they are not text. The description and values longer than 10,000 bytes are left out.',
      }),
    ),
    status: Type.Optional(ServiceStatus),
    reason: Type.Optional(StatusReason),
    source: Type.Optional(
      Type.String({ description: 'With created: the directory that the service is mirrored from.' }),
    ),
  }),
);
export type ServiceHistory = Static<typeof ServiceHistory>;
