import type { Registration, ServicePatch } from '@shirube/contracts';

/** The fields of the form, under the paths that the API uses in its errors. */
export const fieldNames = [
  'name',
  'description',
  'endpoint',
  'category',
  'pricing.currency',
  'pricing.pricePerRequest',
  'pricing.freeQuota',
  'x402Config.network',
  'x402Config.paymentAddress',
] as const;
export type FieldName = (typeof fieldNames)[number];
export type FieldValues = Readonly<Record<FieldName, string>>;

export const emptyFields: FieldValues = {
  name: '',
  description: '',
  endpoint: '',
  category: '',
  'pricing.currency': '',
  'pricing.pricePerRequest': '',
  'pricing.freeQuota': '',
  'x402Config.network': '',
  'x402Config.paymentAddress': '',
};

/** Converts a registration to form values. */
export function fieldsOf({ pricing, x402Config, ...rest }: Registration): FieldValues {
  return {
    name: rest.name,
    description: rest.description,
    endpoint: rest.endpoint,
    category: rest.category,
    'pricing.currency': pricing.currency,
    'pricing.pricePerRequest': pricing.pricePerRequest,
    'pricing.freeQuota': String(pricing.freeQuota ?? ''),
    'x402Config.network': x402Config.network,
    'x402Config.paymentAddress': x402Config.paymentAddress,
  };
}

/** Normalizes full-width digits and points to the form that the API accepts. */
const plain = (input: string): string => input.normalize('NFKC').trim();

/** Strips a leading dollar sign from a price, unless the form states a currency that is not a dollar. */
function plainPrice(values: FieldValues): string {
  const price = plain(values['pricing.pricePerRequest']);
  return /^$|usd/i.test(plain(values['pricing.currency'])) ? price.replace(/^\$\s*/, '') : price;
}

// Input that is not a number is sent as an invalid one, so that the API responds with what it expects.
function quotaOf(input: string): number {
  const quota = Number(plain(input));
  return Number.isNaN(quota) ? -1 : quota;
}

/** Converts the form to a registration. Validation is left to the API. */
export function toRegistration(values: FieldValues): Registration {
  const quota = values['pricing.freeQuota'];
  return {
    name: values.name,
    description: values.description,
    endpoint: values.endpoint.trim(),
    category: plain(values.category),
    pricing: {
      currency: plain(values['pricing.currency']),
      pricePerRequest: plainPrice(values),
      ...(quota.trim() === '' ? {} : { freeQuota: quotaOf(quota) }),
    },
    x402Config: {
      network: plain(values['x402Config.network']),
      paymentAddress: values['x402Config.paymentAddress'].trim(),
    },
  };
}

export const changedFields = (values: FieldValues, before: FieldValues): FieldName[] =>
  fieldNames.filter((name) => values[name] !== before[name]);

/** Returns a patch with only the fields that the form changes, so that concurrent changes by others are kept. */
export function toPatch(values: FieldValues, before: FieldValues): ServicePatch {
  const changes = new Set(changedFields(values, before));
  const { name, description, endpoint, category, pricing, x402Config } = toRegistration(values);
  const { currency, pricePerRequest, freeQuota = null } = pricing;
  const { network, paymentAddress } = x402Config;
  const price = {
    ...(changes.has('pricing.currency') && { currency }),
    ...(changes.has('pricing.pricePerRequest') && { pricePerRequest }),
    ...(changes.has('pricing.freeQuota') && { freeQuota }),
  };
  const payment = {
    ...(changes.has('x402Config.network') && { network }),
    ...(changes.has('x402Config.paymentAddress') && { paymentAddress }),
  };
  return {
    ...(changes.has('name') && { name }),
    ...(changes.has('description') && { description }),
    ...(changes.has('endpoint') && { endpoint }),
    ...(changes.has('category') && { category }),
    ...(Object.keys(price).length > 0 && { pricing: price }),
    ...(Object.keys(payment).length > 0 && { x402Config: payment }),
  };
}

/** Applies the typed changes to the current version of a service that has changed meanwhile. */
export function rebase(values: FieldValues, before: FieldValues, now: FieldValues): FieldValues {
  const input = changedFields(values, before).map((name) => [name, values[name]]);
  return { ...now, ...Object.fromEntries(input) };
}
