import {
  endpointsPaidAt,
  findAccountChallenge,
  listAccountKeys,
  listAccountProofs,
  mostKeys,
  operatorAccount,
  redeemAccountChallenge,
  removeAccountProof,
  storeAccountChallenge,
  unclaimedAccount,
} from '@shirube/catalog';
import { routes } from '@shirube/contracts';
import { endpointHost } from '@shirube/domain';
import {
  type App,
  conflict,
  createLoadShedder,
  forbidden,
  gone,
  isLoopback,
  listeningAddress,
  networkPrefix,
  notFound,
  type Settings,
  unavailable,
  unprocessable,
} from '@shirube/service-kit';
import {
  createAccountChallenge,
  describeAccountChallenge,
  dnsServersOf,
  type OutboundSettings,
  outboundBounds,
  outboundBy,
  proveAccount,
} from '@shirube/trust/monitor';
import type { FastifyRequest } from 'fastify';
import { tooManyKeys } from './accountKeys.js';
import { type Authenticate, requireLiveKey } from './authenticate.js';
import { callerOf, type WriteRoutes } from './writeRoutes.js';

interface AccountOptions extends WriteRoutes {
  authenticate: Authenticate;
  enqueue: (ids: readonly string[]) => void;
  settings: OutboundSettings & Pick<Settings, 'SIGN_UP' | 'CONTACT_URL'>;
}

const proofMs = 15_000;
const renew = 'request a new one (POST /api/accounts)';
const notLive = {
  used: () => conflict('challenge_used', `This challenge was met before: ${renew}.`),
  expired: () =>
    gone('challenge_expired', `This challenge has expired, or the key that it was asked for with: ${renew}.`),
};

/**
 * Returns the address that a message to sign names, which wallets compare with the page that asks. Only the operator's
 * setting can be trusted with that, and a visitor on this machine; undefined for others.
 */
function originToSign({ ip, protocol, host, hostname }: FastifyRequest, publicUrl?: string): string | undefined {
  const isLocal = isLoopback(ip) && (hostname === 'localhost' || isLoopback(hostname.replace(/[[\]]/g, '')));
  return publicUrl ?? (isLocal ? `${protocol}://${host}` : undefined);
}

/** POST /api/accounts and /api/accounts/:id/proof, GET /api/account/proofs and DELETE /api/account/proofs/:id. */
export function serveAccounts(
  app: App,
  { database, access, options, authenticate, enqueue, settings }: AccountOptions,
): void {
  const { read, write, once } = access('account');
  const shedder = createLoadShedder(outboundBounds);
  const outbound = outboundBy(settings, () => listeningAddress(app));

  /** Returns the key that a proof is asked for with, if there is one. */
  async function askingKey(header: string | undefined) {
    if (header === undefined) return undefined;
    const caller = await authenticate(header, 'services:write');
    if ([operatorAccount, unclaimedAccount].includes(caller.accountId))
      throw forbidden(
        'The account of the operator takes no proofs: ask without a key, or with one of another account.',
      );
    if ((await read(() => listAccountKeys(database, caller.accountId))).length >= mostKeys) throw tooManyKeys();
    return read(() => requireLiveKey(database, caller));
  }

  app.route({
    ...options(routes.openAccount, [app.rateLimits.signUps]),
    handler: async (request) => {
      const { headers, ip, body } = request;
      const key = await askingKey(headers.authorization);
      if (!key && settings.SIGN_UP !== 'on') {
        const contact = settings.CONTACT_URL ? `: ${settings.CONTACT_URL}` : '.';
        throw forbidden(`Accounts of this directory are opened by its operator${contact}`);
      }
      const origin = originToSign(request, settings.PUBLIC_URL) ?? '';
      const { url } = body;
      if (!origin && url === undefined)
        throw forbidden(
          'The operator must set PUBLIC_URL before anything can be signed here: send a url of your host.',
        );
      const asked = origin || url === undefined ? body : { url };
      const draft = createAccountChallenge(asked, { origin, source: settings.EXPORT_SOURCE });
      const asking = { network: networkPrefix(ip), keyId: key?.id };
      const challenge = await write(() => storeAccountChallenge(database, draft, asking));
      if (!challenge)
        throw unavailable('too_many_challenges', 'Too many people open accounts right now: try later.', 60);
      return describeAccountChallenge(challenge);
    },
  });

  app.route({
    ...options(routes.proveAccount, [app.rateLimits.signUps]),
    handler: async (request) => {
      const challenge = await read(() => findAccountChallenge(database, request.params.id));
      if (!challenge) throw notFound('challenge_not_found', 'There is no such challenge.');
      if (challenge.state !== 'live') throw notLive[challenge.state]();
      const { url, paymentAddress = '' } = challenge.asked;
      const endpoints = url === undefined ? await read(() => endpointsPaidAt(database, paymentAddress)) : [url];
      const budget = app.rateLimits.outbound(request);
      const proofOptions = {
        ...outbound(budget),
        dnsServers: dnsServersOf(settings),
        signal: AbortSignal.timeout(proofMs),
      };
      const proven = await shedder.pass(
        () => proveAccount(challenge, request.body, endpoints, proofOptions),
        budget.caller,
        ...endpoints.slice(0, 1).map((endpoint) => `host ${endpointHost(endpoint)}`),
      );
      if (typeof proven === 'string') throw unprocessable('not_proven', proven);
      const account = await once(() => redeemAccountChallenge(database, challenge, proven));
      if (account === 'used') throw notLive.used();
      enqueue(account.services.map(({ id }) => id));
      return account;
    },
  });

  app.route({
    ...options(routes.listAccountProofs),
    handler: (request) => read(() => listAccountProofs(database, callerOf(request).accountId)),
  });

  app.route({
    ...options(routes.removeAccountProof),
    handler: async (request) => {
      const { accountId } = callerOf(request);
      const isRemoved = await once(() => removeAccountProof(database, accountId, request.params.id));
      if (!isRemoved) throw notFound('proof_not_found', 'The account has no proof with this id.');
    },
  });
}
