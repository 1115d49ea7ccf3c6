import { findChallenge, issueChallenge, noteProof, noteUnproven } from '@shirube/catalog';
import { routes } from '@shirube/contracts';
import { type App, conflict, createLoadShedder, listeningAddress } from '@shirube/service-kit';
import {
  describeChallenge,
  dnsServersOf,
  type OutboundSettings,
  outboundBounds,
  outboundBy,
  proofFault,
} from '@shirube/trust/monitor';
import type { FastifyRequest } from 'fastify';
import { accessProblems, type EditOptions } from './edit.js';
import { callerOf } from './writeRoutes.js';

interface ClaimOptions extends Omit<EditOptions, 'indexed'> {
  settings: OutboundSettings;
}

const proofMs = 15_000;

function editingOf(request: FastifyRequest) {
  const { accountId, scopes } = callerOf(request);
  return { accountId: scopes.includes('admin') ? undefined : accountId };
}

function foundOrRefused(found: Awaited<ReturnType<typeof findChallenge>>) {
  if (found.outcome === 'done') return found.challenge;
  throw accessProblems[found.outcome === 'not_expected' ? 'not_found' : found.outcome]();
}

const expired = () =>
  conflict(
    'claim_expired',
    'There is no valid challenge, or the service has changed: request a new one (POST …/claim).',
  );

/** POST /api/services/:id/claim and /claim/proof. */
export function serveClaims(
  app: App,
  { database, access, options, enqueue, onEdited = () => {}, settings }: ClaimOptions,
): void {
  const { read, write } = access('claims');
  const shedder = createLoadShedder(outboundBounds);
  const outbound = outboundBy(settings, () => listeningAddress(app));
  const source = settings.EXPORT_SOURCE;

  app.route({
    ...options(routes.claimService),
    handler: async (request) => {
      const { id } = request.params;
      const challenge = foundOrRefused(await write(() => issueChallenge(database, id, editingOf(request))));
      if (!challenge) throw expired();
      return describeChallenge(challenge, source);
    },
  });

  app.route({
    ...options(
      routes.proveClaim,
      app.rateLimits.edits((request) => callerOf(request).accountId),
    ),
    handler: async (request) => {
      const { params, body: proof } = request;
      const { id } = params;
      const challenge = foundOrRefused(await read(() => findChallenge(database, id, editingOf(request))));
      if (!challenge) throw expired();
      const { actor, accountId } = callerOf(request);
      const proofOptions = {
        ...outbound(app.rateLimits.outbound(request, accountId)),
        dnsServers: dnsServersOf(settings),
        source,
        signal: AbortSignal.timeout(proofMs),
      };
      const fault = await shedder.pass(() => proofFault(challenge, proof, proofOptions), accountId);
      if (fault !== undefined) {
        await write(() => noteUnproven(database, challenge, proof.how, fault, actor));
        throw conflict('claim_unproven', fault);
      }
      const service = await write(() => noteProof(database, challenge, proof.how, actor));
      if (!service) throw expired();
      onEdited();
      enqueue([service.id]);
      return service;
    },
  });
}
