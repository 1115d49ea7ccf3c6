import { challengeDetails, type Details } from '@shirube/contracts';
import { caip2Of, challengeLimits, parseForeignJson, valueAt } from '@shirube/domain';
import type { Answer } from '@shirube/outbound';
import { parsePaymentRequired } from '@x402/core/schemas';

/** One payment option of a challenge. */
export interface Offer {
  scheme: string;
  network: string;
  payTo: string;
  asset: string;
  /** In the smallest units of the asset. */
  amount: string;
}

export interface Challenge {
  offers: Offer[];
  /** The method that the endpoint declares (Bazaar), if any. */
  method: string | undefined;
  /** What it says about the resource, as far as that is valid. */
  details: Details | undefined;
  /** The name and description of the resource, as written. */
  resource: { serviceName?: unknown; description?: unknown; tags?: unknown };
}

const methodAt = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Za-z]{3,7}$/.test(value) ? value.toUpperCase() : undefined;

/**
 * Removes the human-readable description of the resource from a challenge. A malformed description does not make the
 * challenge malformed.
 */
function undescribed(value: unknown): unknown {
  const resource = valueAt(value, 'resource');
  if (typeof resource !== 'object' || resource === null) return value;
  const { serviceName: _name, tags: _tags, iconUrl: _icon, ...rest } = Object(resource);
  return { ...Object(value), resource: rest };
}

function parsed(value: unknown): Challenge | undefined {
  const result = parsePaymentRequired(undescribed(value));
  if (!result.success) return undefined;
  const { data } = result;
  if (data.x402Version === 1) {
    return {
      offers: data.accepts.map(({ scheme, network, payTo, asset, maxAmountRequired: amount }) => ({
        scheme,
        network: caip2Of(network),
        payTo,
        asset,
        amount,
      })),
      method: data.accepts
        .map(({ outputSchema }) => methodAt(valueAt(outputSchema, 'input', 'method')))
        .find((method) => method !== undefined),
      details: undefined,
      resource: { description: data.accepts[0]?.description },
    };
  }
  return {
    offers: data.accepts.map(({ scheme, network, payTo, asset, amount }) => ({
      scheme,
      network: caip2Of(network),
      payTo,
      asset,
      amount,
    })),
    method: methodAt(valueAt(data.extensions, 'bazaar', 'info', 'input', 'method')),
    details: challengeDetails(value),
    resource: Object(valueAt(value, 'resource')),
  };
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

function decoded(text: string): unknown {
  try {
    return parseForeignJson(text, challengeLimits);
  } catch {
    return undefined;
  }
}

export const challengeHeader = 'payment-required';

/**
 * Reads the terms of a 402 response from its header (version 2) and its body (version 1), because a client may use
 * either. An offer that is in both is returned once. Returns undefined if neither can be read.
 */
export function readChallenge({ headers, body }: Pick<Answer, 'headers' | 'body'>): Challenge | undefined {
  const header = headers[challengeHeader];
  const [first, ...others] = [
    ...(typeof header === 'string' && base64.test(header) ? [decoded(Buffer.from(header, 'base64').toString())] : []),
    ...(body ? [decoded(body.toString())] : []),
  ].flatMap((value) => parsed(value) ?? []);
  const offers = [first, ...others].flatMap((challenge) => challenge?.offers ?? []);
  const different = new Map(offers.map((offer) => [JSON.stringify(offer), offer]));
  return first && { ...first, offers: [...different.values()] };
}
