import {
  endpointsPaidAt,
  findAccountChallenge,
  issueAccountChallenge,
  listAccountProofs,
  redeemAccountChallenge,
} from '@shirube/catalog';
import { routes } from '@shirube/contracts';
import {
  type App,
  conflict,
  createLoadShedder,
  forbidden,
  gone,
  listeningAddress,
  notFound,
  type Settings,
  unavailable,
  unprocessable,
} from '@shirube/service-kit';
import {
  describeAccountChallenge,
  dnsServersOf,
  type OutboundSettings,
  outboundBounds,
  outboundBy,
  proveAccount,
  signUpMessage,
} from '@shirube/trust/monitor';
import type { FastifyRequest } from 'fastify';
import type { Authenticate } from './authenticate.js';
import { callerOf, type WriteRoutes } from './writeRoutes.js';

interface AccountOptions extends WriteRoutes {
  authenticate: Authenticate;
  enqueue: (ids: readonly string[]) => void;
  settings: OutboundSettings & Pick<Settings, 'SIGN_UP' | 'CONTACT_URL'>;
}

const proofMs = 15_000;
const used = () => conflict('challenge_used', 'This challenge was met before: request a new one (POST /api/accounts).');

/** POST /api/accounts and /api/accounts/:id/proof, and GET /api/account/proofs. */
export function serveAccounts(
  app: App,
  { database, access, options, authenticate, enqueue, settings }: AccountOptions,
): void {
  const { read, write, once } = access('account');
  const shedder = createLoadShedder(outboundBounds);
  const outbound = outboundBy(settings, () => listeningAddress(app));
  const source = settings.EXPORT_SOURCE;

  function requireSignUp(): void {
    if (settings.SIGN_UP === 'on') return;
    const contact = settings.CONTACT_URL ? `: ${settings.CONTACT_URL}` : '.';
    throw forbidden(`Accounts of this directory are opened by its operator${contact}`);
  }

  const originOf = ({ protocol, host }: FastifyRequest) => settings.PUBLIC_URL ?? `${protocol}://${host}`;

  app.route({
    ...options(routes.openAccount, [app.rateLimits.signUps]),
    handler: async (request) => {
      const { headers, body } = request;
      const caller = headers.authorization ? await authenticate(headers.authorization, 'services:write') : undefined;
      if (!caller) requireSignUp();
      const origin = originOf(request);
      const challenge = await write(() =>
        issueAccountChallenge(database, body, caller?.accountId, (parts) =>
          signUpMessage(body, { ...parts, origin, source }),
        ),
      );
      if (!challenge)
        throw unavailable('too_many_challenges', 'Too many people open accounts right now: try later.', 60);
      return describeAccountChallenge(challenge);
    },
  });

  app.route({
    ...options(routes.proveAccount, [app.rateLimits.signUps]),
    handler: async (request) => {
      const challenge = await read(() => findAccountChallenge(database, request.params.id));
      if (!challenge?.accountId) requireSignUp();
      if (!challenge) throw notFound('challenge_not_found', 'There is no such challenge.');
      if (challenge.state === 'used') throw used();
      if (challenge.state === 'expired')
        throw gone('challenge_expired', 'This challenge has expired: request a new one (POST /api/accounts).');
      const { paymentAddress } = challenge;
      const listings = paymentAddress === null ? [] : await read(() => endpointsPaidAt(database, paymentAddress));
      const budget = app.rateLimits.outbound(request);
      const proofOptions = {
        ...outbound(budget),
        dnsServers: dnsServersOf(settings),
        signal: AbortSignal.timeout(proofMs),
      };
      const proven = await shedder.pass(
        () => proveAccount(challenge, request.body, listings, proofOptions),
        budget.caller,
      );
      if (typeof proven === 'string') throw unprocessable('not_proven', proven);
      const account = await once(() => redeemAccountChallenge(database, challenge, proven));
      if (!account) throw used();
      enqueue(account.services.map(({ id }) => id));
      return account;
    },
  });

  app.route({
    ...options(routes.listAccountProofs),
    handler: (request) => read(() => listAccountProofs(database, callerOf(request).accountId)),
  });
}
