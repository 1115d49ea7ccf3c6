import {
  endpointPaidAt,
  findAccountChallenge,
  listAccountProofs,
  operatorAccount,
  redeemAccountChallenge,
  removeAccountProof,
  storeAccountChallenge,
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
import { requireLiveKey } from './authenticate.js';
import { callerOf, type WriteRoutes } from './writeRoutes.js';

interface AccountOptions extends WriteRoutes {
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
export function serveAccounts(app: App, { database, access, options, enqueue, settings }: AccountOptions): void {
  const { read, write, once } = access('account');
  const shedder = createLoadShedder(outboundBounds);
  const outbound = outboundBy(settings, () => listeningAddress(app));

  app.route({
    ...options({ ...routes.openAccount, scope: 'services:write' }, [app.rateLimits.signUps], () => true),
    handler: async (request) => {
      const { caller, ip, body } = request;
      if (!caller && settings.SIGN_UP !== 'on') {
        const contact = settings.CONTACT_URL ? `: ${settings.CONTACT_URL}` : '.';
        throw forbidden(`Accounts of this directory are opened by its operator${contact}`);
      }
      if (caller?.accountId === operatorAccount)
        throw forbidden(
          'The account of the operator takes no proofs: ask without a key, or with one of another account.',
        );
      const key = caller && (await read(() => requireLiveKey(database, caller)));
      const origin = originToSign(request, settings.PUBLIC_URL);
      const { paymentAddress: _paymentAddress, network: _network, ...unsigned } = body;
      const site = { origin: origin ?? '', source: settings.EXPORT_SOURCE };
      const challenge = createAccountChallenge(origin === undefined ? unsigned : body, site);
      const described = describeAccountChallenge(challenge);
      if (described.ways.length === 0)
        throw forbidden(
          'Nothing can be signed here, because the operator has not set PUBLIC_URL, or for this network: send a url of your host.',
        );
      await write(() => storeAccountChallenge(database, challenge, { network: networkPrefix(ip), keyId: key?.id }));
      return described;
    },
  });

  app.route({
    ...options(routes.proveAccount, [app.rateLimits.signUps]),
    handler: async (request) => {
      const challenge = await read(() => findAccountChallenge(database, request.params.id));
      if (!challenge) throw notFound('challenge_not_found', 'There is no such challenge.');
      if (challenge.state !== 'live') throw notLive[challenge.state]();
      const { url, paymentAddress = '' } = challenge.asked;
      const endpoint = url ?? (await read(() => endpointPaidAt(database, paymentAddress)));
      const budget = app.rateLimits.outbound(request);
      const proofOptions = {
        ...outbound(budget),
        dnsServers: dnsServersOf(settings),
        signal: AbortSignal.timeout(proofMs),
      };
      const proven = await shedder.pass(
        () => proveAccount(challenge, request.body, endpoint, proofOptions),
        budget.caller,
        ...(endpoint === undefined ? [] : [`host ${endpointHost(endpoint)}`]),
      );
      if (typeof proven === 'string') throw unprocessable('not_proven', proven);
      const account = await once(() => redeemAccountChallenge(database, challenge, proven));
      if (account === 'used') throw notLive.used();
      if (account === 'too_many_keys') throw tooManyKeys();
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
