import type { Registration, ServicePatch } from '@shirube/contracts';

/** The fields of the form, by the names that the API gives them when something is wrong with one. */
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

/** What a service says of itself, as the form shows it. */
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

/** Digits and points as the API wants them, whatever width they were typed in. */
const plain = (typed: string): string => typed.normalize('NFKC').trim();

// What is no number is sent as one that the API refuses, so that it says what it expects.
function quotaOf(typed: string): number {
  const quota = Number(plain(typed));
  return Number.isNaN(quota) ? -1 : quota;
}

/** The registration that the form describes. What is wrong with it is for the API to say. */
export function toRegistration(values: FieldValues): Registration {
  const quota = values['pricing.freeQuota'];
  return {
    name: values.name,
    description: values.description,
    endpoint: values.endpoint.trim(),
    category: plain(values.category),
    pricing: {
      currency: plain(values['pricing.currency']),
      pricePerRequest: plain(values['pricing.pricePerRequest']),
      ...(quota.trim() === '' ? {} : { freeQuota: quotaOf(quota) }),
    },
    x402Config: {
      network: plain(values['x402Config.network']),
      paymentAddress: values['x402Config.paymentAddress'].trim(),
    },
  };
}

/** The fields that differ. */
export const changedFields = (values: FieldValues, before: FieldValues): FieldName[] =>
  fieldNames.filter((name) => values[name] !== before[name]);

/** What the form changes, and nothing else, so that what others have changed meanwhile stays. */
export function toPatch(values: FieldValues, before: FieldValues): ServicePatch {
  const changed = new Set(changedFields(values, before));
  const { name, description, endpoint, category, pricing, x402Config } = toRegistration(values);
  const { currency, pricePerRequest, freeQuota = null } = pricing;
  const { network, paymentAddress } = x402Config;
  const price = {
    ...(changed.has('pricing.currency') && { currency }),
    ...(changed.has('pricing.pricePerRequest') && { pricePerRequest }),
    ...(changed.has('pricing.freeQuota') && { freeQuota }),
  };
  const payment = {
    ...(changed.has('x402Config.network') && { network }),
    ...(changed.has('x402Config.paymentAddress') && { paymentAddress }),
  };
  return {
    ...(changed.has('name') && { name }),
    ...(changed.has('description') && { description }),
    ...(changed.has('endpoint') && { endpoint }),
    ...(changed.has('category') && { category }),
    ...(Object.keys(price).length > 0 && { pricing: price }),
    ...(Object.keys(payment).length > 0 && { x402Config: payment }),
  };
}

/** The form over a service that has changed meanwhile: as it is now, but for what was typed. */
export function rebase(values: FieldValues, before: FieldValues, now: FieldValues): FieldValues {
  const typed = changedFields(values, before).map((name) => [name, values[name]]);
  return { ...now, ...Object.fromEntries(typed) };
}
