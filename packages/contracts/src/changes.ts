import { type Static, Type } from '@sinclair/typebox';
import { StatusReason } from './check.js';
import { CategoryId, ServiceDetail, ServiceStatus, Timestamp } from './service.js';

const ChangeType = Type.Unsafe<'created' | 'updated' | 'status' | 'deleted'>(
  Type.String({
    enum: ['created', 'updated', 'status', 'deleted'],
    description:
      'created; updated: by its owner, or how it is called was seen to be another; status: its status or trust is another; deleted. Whoever has missed a change may see updated of a service that it does not know.',
  }),
);

/** One change of the catalog. */
export const Change = Type.Object({
  type: ChangeType,
  id: Type.String({ description: 'The id of the service.' }),
  at: Timestamp,
  reason: Type.Optional(StatusReason),
  service: Type.Optional(
    Type.Object(ServiceDetail.properties, {
      description: 'The service as it is now. Not with deleted, nor where it is gone by now: then deleted follows.',
    }),
  ),
});
export type Change = Static<typeof Change>;

export const ChangesPage = Type.Object({
  changes: Type.Array(Change, { description: 'In an order in which no change is ever skipped.' }),
  cursor: Type.String({ description: 'Where to go on from: send it as `since`. Good for storing.' }),
  more: Type.Boolean({ description: 'Whether there are more already; else ask again later, or listen.' }),
});
export type ChangesPage = Static<typeof ChangesPage>;

export const ChangesQuery = Type.Object(
  {
    since: Type.Optional(
      Type.String({
        pattern: '^([0-9a-f]{8}\\.\\d{1,19}\\.\\d{1,18}|now)$',
        description:
          'The `cursor` of the page before, or `now`: only what happens from now on. From the beginning when left out.',
        expected: 'the cursor of an earlier answer, or "now"',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000,
        default: 100,
        description: 'Changes at most; of no meaning to who listens.',
        expected: 'a whole number from 1 to 1000',
      }),
    ),
    category: Type.Optional(
      Type.String({
        ...CategoryId,
        description:
          'Only services that are in this category by now, and those whose category has changed: they may have left it.',
      }),
    ),
    account: Type.Optional(
      Type.String({ maxLength: 64, description: 'Only services of the account with this id.', expected: 'an id' }),
    ),
    service: Type.Optional(
      Type.String({ maxLength: 64, description: 'Only the service with this id.', expected: 'the id of a service' }),
    ),
  },
  { additionalProperties: false },
);
export type ChangesQuery = Static<typeof ChangesQuery>;

const FieldValue = Type.Union([Type.String(), Type.Null()], { description: 'null: it had none.' });

/** What happened to one service, the latest first. */
export const ServiceHistory = Type.Array(
  Type.Object({
    type: ChangeType,
    at: Timestamp,
    fields: Type.Array(Type.String(), { description: 'What changed, such as pricing.pricePerRequest.' }),
    values: Type.Optional(
      Type.Array(Type.Object({ field: Type.String(), from: FieldValue, to: FieldValue }), {
        description:
          'From what to what, of those fields of which it is known, as JSON where it is no text; never of the description, nor of what is longer than 10,000 bytes.',
      }),
    ),
    status: Type.Optional(ServiceStatus),
    reason: Type.Optional(StatusReason),
    source: Type.Optional(
      Type.String({ description: 'Of created: the directory that the service was taken over from.' }),
    ),
  }),
);
export type ServiceHistory = Static<typeof ServiceHistory>;
