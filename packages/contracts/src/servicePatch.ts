import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { Call, type Details, Provider } from './details.js';
import { nullable } from './fieldTypes.js';
import { Pricing, Registration, X402Config } from './service.js';

const { freeQuota, ...price } = Pricing.properties;
const { documentationUrl, iconUrl, tags } = Registration.properties;
const { url, ...providerFields } = Provider.properties;
/** A part of a patch. Like the part itself, each of its members is optional. */
const some = <T extends Record<string, TSchema>>(properties: T) =>
  Type.Partial(Type.Object(properties), { additionalProperties: false });
const removable = <T extends TSchema>(schema: T) => nullable(schema, 'null removes it.');

type CallPatch = { [Name in keyof NonNullable<Details['call']>]?: NonNullable<Details['call']>[Name] | null };

/** The body of PATCH /api/services/:id, a JSON Merge Patch (RFC 7396). The result must be a valid registration. */
export const ServicePatch = Type.Partial(
  Type.Object({
    ...Registration.properties,
    pricing: some({ ...price, freeQuota: removable(freeQuota) }),
    x402Config: some(X402Config.properties),
    provider: removable(some({ ...providerFields, url: removable(url) })),
    documentationUrl: removable(documentationUrl),
    iconUrl: removable(iconUrl),
    tags: removable(tags),
    call: Type.Unsafe<CallPatch | null>(
      removable(
        some(Object.fromEntries(Object.entries(Call.properties).map(([name, schema]) => [name, removable(schema)]))),
      ),
    ),
  }),
  { additionalProperties: false, examples: [{ pricing: { pricePerRequest: '0.02' } }] },
);
export type ServicePatch = Static<typeof ServicePatch>;
