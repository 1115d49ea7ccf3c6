import { caip2Of, challengeDetails, type Details, valueAt } from '@shirube/contracts';
import type { Answer } from '@shirube/outbound';
import { decodePaymentRequiredHeader } from '@x402/core/http';
import { parsePaymentRequired } from '@x402/core/schemas';

/** One way of paying that a challenge offers. */
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
  /** The method that the endpoint declares for itself (Bazaar), where it does. */
  method: string | undefined;
  /** What it says of the resource, as far as that is sound. */
  details: Details | undefined;
  /** How it names and describes its resource, as it was written. */
  resource: { serviceName?: unknown; description?: unknown; tags?: unknown };
}

const methodAt = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Za-z]{3,7}$/.test(value) ? value.toUpperCase() : undefined;

/** A challenge without what describes its resource to people: that breaks rules of its own, and not the challenge. */
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

function decodedHeader(header: string): unknown {
  try {
    return decodePaymentRequiredHeader(header);
  } catch {
    return undefined;
  }
}

function decodedBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

export const challengeHeader = 'payment-required';

/**
 * What a 402 asks for, by its header (version 2) and its body (version 1): which of them is read is up to the client.
 * Undefined when neither can be read.
 */
export function readChallenge({ headers, body }: Pick<Answer, 'headers' | 'body'>): Challenge | undefined {
  const header = headers[challengeHeader];
  const [first, ...others] = [
    ...(typeof header === 'string' ? [decodedHeader(header)] : []),
    ...(body ? [decodedBody(body)] : []),
  ].flatMap((value) => parsed(value) ?? []);
  return first && { ...first, offers: [first, ...others].flatMap(({ offers }) => offers) };
}
