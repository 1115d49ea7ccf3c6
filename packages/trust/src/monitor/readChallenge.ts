import { caip2Of } from '@shirube/contracts';
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
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path of a foreign object. */
function at(value: unknown, ...path: string[]): unknown {
  return path.reduce((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);
}

const methodAt = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Za-z]{3,7}$/.test(value) ? value.toUpperCase() : undefined;

function parsed(value: unknown): Challenge | undefined {
  const result = parsePaymentRequired(value);
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
        .map(({ outputSchema }) => methodAt(at(outputSchema, 'input', 'method')))
        .find((method) => method !== undefined),
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
    method: methodAt(at(data.extensions, 'bazaar', 'info', 'input', 'method')),
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
