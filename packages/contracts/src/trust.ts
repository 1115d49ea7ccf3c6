import { type Static, type TObject, Type } from '@sinclair/typebox';
import { choice, nullable } from './fieldTypes.js';
import { OwnerVerified, Timestamp } from './service.js';

const part = <Facts extends TObject>(description: string, facts: Facts) =>
  Type.Object(
    {
      value: Type.Number({ minimum: 0, maximum: 1, description: 'From 0 to 1.' }),
      weight: Type.Integer({ description: 'The points that a value of 1 is worth.' }),
      points: Type.Integer({ description: 'Value times weight, rounded.' }),
      windowDays: Type.Optional(
        Type.Integer({ description: 'The number of days up to today (UTC) that its facts cover.' }),
      ),
      facts,
    },
    { description },
  );

/** The parts of trust, each with the facts behind it. */
export const TrustParts = Type.Object({
  reachability: part(
    'Whether it answers. Recent days count most.',
    Type.Object({
      checks: Type.Integer({ description: 'Checks of the last 30 days.' }),
      days: Type.Integer({ description: 'Days among these on which it was checked.' }),
      uptime: nullable(
        Type.Number(),
        'Share of the hours of the last 30 days, in percent; null if there was no check.',
      ),
      lastFailure: nullable(Timestamp, 'The hour of the last check that failed, of the last 30 days.'),
    }),
  ),
  honesty: part(
    'Whether it asks for the registered terms.',
    Type.Object({
      answered: Type.Integer({ description: 'Checks of the last 30 days that saw its terms.' }),
      matched: Type.Integer({ description: 'Those that confirmed the registration.' }),
    }),
  ),
  age: part(
    'How long ago a check first confirmed the registration.',
    Type.Object({
      since: nullable(
        Timestamp,
        'When a check first confirmed the registration, since its endpoint, address and network last changed.',
      ),
      days: Type.Integer({ description: 'Whole days since then.' }),
    }),
  ),
  settlements: part(
    'Whether others pay for it.',
    Type.Object({
      transactions: Type.Integer({ description: 'Settlements of the last 90 days.' }),
      days: Type.Integer({ description: 'Days among these with a settlement.' }),
      payers: Type.Optional(
        Type.Integer({
          description: 'Payers in this period, without the account itself; those without an address count as one.',
        }),
      ),
      returning: Type.Optional(Type.Integer({ description: 'Those of them who paid on several days.' })),
    }),
  ),
});
export type TrustParts = Static<typeof TrustParts>;

/** The limit of trust, whatever the sum of its parts is. */
export const TrustCap = Type.Object(
  {
    points: Type.Integer(),
    reason: choice(
      ['inactive', 'contradicted'],
      'inactive: it does not answer; contradicted: it is not verified, and its last known terms differ from its registration.',
    ),
  },
  { description: 'The upper limit of the trust, and its reason, if the state of the service limits it.' },
);
export type TrustCap = Static<typeof TrustCap>;

/** The response of GET /api/services/:id/trust. */
export const Trust = Type.Object({
  id: Type.String(),
  trustScore: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'The sum of the points of the parts, at most `cap`, unless an operator holds it.',
  }),
  isHeld: Type.Boolean({
    description: 'Whether an operator has set the trust. The parts do not change it then.',
  }),
  isSimulated: Type.Boolean({ description: 'Sample data, not real checks.' }),
  madeAt: nullable(Timestamp, 'null before the first check.'),
  cap: Type.Optional(TrustCap),
  ownerVerified: Type.Optional(OwnerVerified),
  parts: TrustParts,
});
export type Trust = Static<typeof Trust>;
