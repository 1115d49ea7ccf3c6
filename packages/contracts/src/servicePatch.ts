import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Pricing, Registration, X402Config } from './service.js';

const { freeQuota, ...price } = Pricing.properties;
/** Of a part that may be left out as a whole, every member may be. */
const some = <T extends Record<string, TSchema>>(properties: T) =>
  Type.Partial(Type.Object(properties), { additionalProperties: false });

/** The body of PATCH /api/services/:id: what changes (RFC 7396). What comes of it must be a valid registration. */
export const ServicePatch = Type.Partial(
  Type.Object({
    ...Registration.properties,
    pricing: some({
      ...price,
      freeQuota: Type.Union([freeQuota, Type.Null()], { description: 'null removes it.' }),
    }),
    x402Config: some(X402Config.properties),
  }),
  { additionalProperties: false },
);
export type ServicePatch = Static<typeof ServicePatch>;
