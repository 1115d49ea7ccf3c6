import { isIP } from 'node:net';
import type { OwnerChallenge } from '@shirube/catalog';
import { type OwnerClaim, type OwnerProof, paymentAddressKey } from '@shirube/contracts';
import { adviceOf, endpointHost, parseForeignJson, valueAt } from '@shirube/domain';
import { type GuardedRequest, RequestFault, resolveTexts } from '@shirube/outbound';
import { checkEndpoint, faultVerdicts, filledTemplate } from '../monitor/checkEndpoint.js';
import { isSignedBy, schemeOf } from './signedBy.js';

export interface ProofOptions {
  request: GuardedRequest;
  userAgent: string;
  /** The name servers to query; by default those of the system. */
  dnsServers?: readonly string[] | undefined;
  /** The name of this directory, so that a signature is not valid for another one. */
  source: string;
  signal?: AbortSignal | undefined;
}

const messageOf = ({ service, accountId, token, expiresAt }: OwnerChallenge, source: string): string =>
  [
    `I own this service in the directory "${source}".`,
    `Service: ${service.id}`,
    `Endpoint: ${service.endpoint}`,
    `Account: ${accountId}`,
    `Token: ${token}`,
    `Expires: ${expiresAt.toISOString()}`,
  ].join('\n');

/** Describes the ways in which an owner can prove ownership of a service. One of them is enough. */
export function describeChallenge(challenge: OwnerChallenge, source: string): OwnerClaim {
  const { service, token, expiresAt } = challenge;
  const { paymentAddress: address, network } = service.x402Config;
  const host = endpointHost(service.endpoint);
  const scheme = schemeOf(network);
  return {
    token,
    expiresAt: expiresAt.toISOString(),
    wellKnown: { url: new URL('/.well-known/shirube.json', service.endpoint).href, content: { tokens: [token] } },
    ...(isIP(host.replace(/[[\]]/g, '')) ? {} : { dns: { name: `_shirube.${host}`, type: 'TXT', value: token } }),
    ...(scheme ? { signature: { address, scheme, message: messageOf(challenge, source) } } : {}),
  };
}

type Prove = (
  claim: OwnerClaim,
  challenge: OwnerChallenge,
  options: ProofOptions,
  signature: string,
) => Promise<string | undefined>;

const fileFault: Prove = async ({ token, wellKnown: { url } }, _challenge, { request, userAgent, signal }) => {
  const { status, body } = await request(url, {
    method: 'GET',
    headers: { 'user-agent': userAgent, accept: 'application/json' },
    redirects: 3,
    wantsBody: (answer) => answer.status === 200,
    signal,
  });
  if (status !== 200) return `${url} answers ${status}: serve the file there with 200.`;
  if (!body) return `${url} is larger than 64 kB: make it smaller.`;
  try {
    const tokens = valueAt(parseForeignJson(body.toString()), 'tokens');
    if (Array.isArray(tokens) && tokens.includes(token)) return undefined;
    return `${url} does not have the token of this challenge in its list \`tokens\`.`;
  } catch {
    return `${url} is not JSON.`;
  }
};

/** Returns why a token is not found in the TXT records of a name. */
export async function recordFault(
  name: string,
  token: string,
  { dnsServers }: ProofOptions,
): Promise<string | undefined> {
  try {
    const texts = await resolveTexts(name, { servers: dnsServers });
    if (texts.includes(token)) return undefined;
    return texts.length === 0
      ? `There is no TXT record at ${name}; a new record may take a while to appear.`
      : `No TXT record at ${name} has the token of this challenge. It has "${texts[0]?.slice(0, 60)}".`;
  } catch (error) {
    if (!(error instanceof RequestFault)) throw error;
    return 'No name server has answered: try again.';
  }
}

/**
 * Anyone can register any payment address, so a signature with its key proves ownership only if the endpoint is paid at
 * that address.
 */
const signatureFault: Prove = async ({ signature: expected }, { service }, options, signature) => {
  const { endpoint, x402Config, pricing, call } = service;
  if (!expected) return `Signatures on the network ${x402Config.network} are not supported: use another proof.`;
  const { network, paymentAddress } = x402Config;
  if (!isSignedBy({ network, address: paymentAddress }, expected.message, signature))
    return `The signature does not match the message of this challenge and the address ${paymentAddress}.`;
  const { check } = await checkEndpoint({
    ...options,
    endpoint: filledTemplate(endpoint, call?.examples?.pathParams),
    method: call?.method,
    declared: { network, payTo: paymentAddress, price: pricing.pricePerRequest, currency: pricing.currency },
  });
  const { payTo } = check.observed;
  if (payTo !== undefined && paymentAddressKey(payTo) === paymentAddressKey(paymentAddress)) return undefined;
  return `The endpoint does not ask for payment to ${paymentAddress}. ${adviceOf(check)?.message ?? ''}`.trimEnd();
};

const provers: Record<OwnerProof['how'], Prove> = {
  'well-known': fileFault,
  dns: async ({ token, dns }, _challenge, options) =>
    dns
      ? recordFault(dns.name, token, options)
      : 'The host of the endpoint is an IP address, which has no TXT records: use another proof.',
  signature: signatureFault,
};

/** Returns why a proof is invalid, in a sentence; undefined if it is valid. */
export async function proofFault(
  challenge: OwnerChallenge,
  { how, signature = '' }: OwnerProof,
  options: ProofOptions,
) {
  const claim = describeChallenge(challenge, options.source);
  return withAdvice(() => provers[how](claim, challenge, options, signature));
}

/** Runs a test of another host. Returns what to do if the host cannot be reached. */
export async function withAdvice(test: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await test();
  } catch (error) {
    if (!(error instanceof RequestFault)) throw error;
    return adviceOf({ verdict: faultVerdicts[error.kind], detail: error.detail })?.message;
  }
}
