import { randomBytes, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { AccountProven, NewAccountChallenge } from '@shirube/catalog';
import {
  type AccountChallenge,
  type AccountProof,
  type ProofWay,
  paymentAddressKey,
  type SignUpRequest,
} from '@shirube/contracts';
import { adviceOf, endpointHost, findNetwork } from '@shirube/domain';
import { RequestFault, resolveTexts } from '@shirube/outbound';
import { type CheckEndpointOptions, checkEndpoint, faultVerdicts } from '../monitor/checkEndpoint.js';
import { readPayment } from '../preview/toRegistration.js';
import { isSignedBy, schemeOf } from './signedBy.js';

interface ProofOptions extends Pick<CheckEndpointOptions, 'request' | 'userAgent' | 'signal'> {
  /** The name servers to query; by default those of the system. */
  dnsServers?: readonly string[] | undefined;
}

const validMs = 15 * 60_000;

/**
 * Creates a challenge. What a wallet signs is the text of EIP-4361: wallets compare the origin, which is the address of
 * the directory as the visitor knows it, with the page that asks. A signature is not valid for a directory of another
 * name.
 */
export function createAccountChallenge(
  asked: SignUpRequest,
  { origin, source }: { origin: string; source: string },
): NewAccountChallenge {
  const { url, paymentAddress, network = '' } = asked;
  const token = `shirube${randomBytes(20).toString('hex')}`;
  const expiresAt = new Date(Date.now() + validMs);
  const known = findNetwork(network);
  const message =
    paymentAddress === undefined
      ? [`I open an account of the directory "${source}" for ${url}.`]
      : [
          `${new URL(origin).host} wants you to sign in with your ${known?.family === 'solana' ? 'Solana' : 'Ethereum'} account:`,
          paymentAddress,
          '',
          `I am paid at this address, and open an account of the directory "${source}".`,
          '',
          `URI: ${origin}`,
          'Version: 1',
          `Chain ID: ${(known?.caip2 ?? network).replace(/^eip155:/, '')}`,
          `Nonce: ${token}`,
          `Issued At: ${new Date().toISOString()}`,
          `Expiration Time: ${expiresAt.toISOString()}`,
          ...(url === undefined ? [] : ['Resources:', `- ${url}`]),
        ];
  return { id: randomUUID(), asked, token, message: message.join('\n'), expiresAt };
}

/** Describes the ways to meet a challenge. One is enough. */
export function describeAccountChallenge(challenge: NewAccountChallenge): AccountChallenge {
  const { id, message, token, expiresAt, asked } = challenge;
  const { url, paymentAddress, network = '' } = asked;
  const ways: ProofWay[] = [];
  if (url !== undefined) {
    const host = endpointHost(url);
    ways.push({ way: 'well-known', url: new URL('/.well-known/shirube.txt', url).href });
    if (!isIP(host.replace(/[[\]]/g, ''))) ways.push({ way: 'dns', name: `_shirube.${host}` });
  }
  const scheme = schemeOf(network);
  if (paymentAddress !== undefined && scheme) ways.push({ way: 'signature', address: paymentAddress, scheme });
  return { id, message, token, expiresAt: expiresAt.toISOString(), ways };
}

/** Returns why a token is not at the place of a way; undefined if it is. */
async function tokenFault(
  { url, name = '' }: ProofWay,
  token: string,
  options: ProofOptions,
): Promise<string | undefined> {
  try {
    return url === undefined ? await recordFault(name, token, options) : await fileFault(url, token, options);
  } catch (error) {
    if (!(error instanceof RequestFault)) throw error;
    return adviceOf({ verdict: faultVerdicts[error.kind], detail: error.detail })?.message ?? error.message;
  }
}

/** The host is the one that was asked about: what another one serves after a redirect proves nothing. */
async function fileFault(url: string, token: string, { request, userAgent, signal }: ProofOptions) {
  const { status, body } = await request(url, {
    method: 'GET',
    headers: { 'user-agent': userAgent, accept: 'text/plain' },
    redirects: 0,
    wantsBody: (answer) => answer.status === 200,
    signal,
  });
  if (status !== 200) return `${url} answers ${status}: serve the token there with 200, without a redirect.`;
  if (!body) return `${url} is larger than 64 kB: make it smaller.`;
  const words = body.toString().split(/\s+/);
  if (words.includes(token)) return undefined;
  return `${url} does not have the token. It starts with "${words.join(' ').slice(0, 60)}".`;
}

async function recordFault(name: string, token: string, { dnsServers }: ProofOptions) {
  const [first, ...others] = await resolveTexts(name, { servers: dnsServers });
  if (first === undefined) return `There is no TXT record at ${name}; a new record may take a while to appear.`;
  if ([first, ...others].includes(token)) return undefined;
  return `No TXT record at ${name} has the token of this challenge. It has "${first.slice(0, 60)}".`;
}

/** Returns why an endpoint does not ask to be paid at an address, in a coin that we know; undefined if it does. */
async function paymentFault(endpoint: string, address: string, options: ProofOptions): Promise<string | undefined> {
  const { check, challenge } = await checkEndpoint({ ...options, endpoint });
  const payments = (challenge?.offers ?? []).map((offer) => readPayment({ ...offer }));
  const isPaid = payments.some(
    (read) => 'pricing' in read && paymentAddressKey(read.x402Config.paymentAddress) === paymentAddressKey(address),
  );
  if (isPaid) return undefined;
  const [unknown] = payments.flatMap((read) =>
    'detail' in read ? `One way to pay does not count: ${read.detail}.` : [],
  );
  return [`${endpoint} does not ask for payment to ${address}.`, adviceOf(check)?.message ?? unknown ?? '']
    .join(' ')
    .trimEnd();
}

/**
 * Verifies a proof. Returns what it proves, or a sentence on what was found instead. A signature counts only with an
 * endpoint that is paid at the address: an account costs something that sells.
 */
export async function proveAccount(
  challenge: NewAccountChallenge,
  proof: AccountProof,
  endpoint: string | undefined,
  options: ProofOptions,
): Promise<AccountProven | string> {
  const { asked, message, token } = challenge;
  const { url = '', paymentAddress: address = '', network = '' } = asked;
  const { ways } = describeAccountChallenge(challenge);
  const how = proof.way ?? 'signature';
  const way = ways.find((one) => one.way === how);
  if (!way) return `This challenge cannot be met in this way (${how}): use ${ways.map((one) => one.way).join(' or ')}.`;
  if (how === 'signature') {
    if (!isSignedBy({ network, address }, message, proof.signature ?? ''))
      return `The signature does not match the message of this challenge and the address ${address}.`;
    if (endpoint === undefined)
      return `No listing is paid at ${address}: send the url of something that is, with the address.`;
    const fault = await paymentFault(endpoint, address, options);
    return fault ?? { kind: 'wallet', how, subject: address, host: endpointHost(endpoint), endpoint };
  }
  const host = endpointHost(url);
  const { port } = new URL(url);
  const fault = await tokenFault(way, token, options);
  // A file on another port may be somebody else's: it proves what is at that port.
  return fault ?? { kind: 'host', how, subject: how === 'dns' || port === '' ? host : `${host}:${port}`, host };
}
