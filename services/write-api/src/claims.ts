import { findChallenge, issueChallenge, noteProof, noteUnproven } from '@shirube/catalog';
import { claimService, proveClaim, readOwnerProof } from '@shirube/contracts';
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
import { callerOf, secured, validOr400 } from './callers.js';
import { type EditOptions, notTheirs } from './edit.js';
import { createWrites } from './writes.js';

interface ClaimOptions extends Omit<EditOptions, 'indexed'> {
  settings: OutboundSettings;
}

const bounds = { atOnce: 8, maxQueued: 32 };
const proofMs = 15_000;

function editingOf(request: FastifyRequest) {
  const { accountId, scopes } = callerOf(request);
  return { accountId: scopes.includes('admin') ? undefined : accountId };
}

function foundOrRefused(found: Awaited<ReturnType<typeof findChallenge>>) {
  if (found.outcome === 'done') return found.challenge;
  throw notTheirs[found.outcome === 'not_expected' ? 'not_found' : found.outcome]();
}

const expired = () =>
  conflict(
    'claim_expired',
    'There is no valid challenge, or the service has changed: request a new one (POST …/claim).',
  );

/** POST /api/services/:id/claim and /claim/proof. */
export function serveClaims(
  app: App,
  { database, reach, requireCaller, enqueue, onEdited = () => {}, settings }: ClaimOptions,
): void {
  const writes = createWrites(reach, bounds);
  const shedder = createLoadShedder(outboundBounds);
  const outbound = outboundBy(settings, () => listeningAddress(app));
  const source = settings.EXPORT_SOURCE;

  app.route({
    ...secured(claimService, requireCaller),
    handler: async (request, reply) => {
      const { id } = request.params;
      const challenge = foundOrRefused(await writes.pass(() => issueChallenge(database, id, editingOf(request))));
      if (!challenge) throw expired();
      return reply.header('cache-control', 'no-store').send(describeChallenge(challenge, source));
    },
  });

  app.route({
    ...secured(proveClaim, [...requireCaller, ...app.rateLimits.edits((request) => callerOf(request).accountId)]),
    handler: async (request, reply) => {
      const { id } = request.params;
      const { proof } = validOr400(readOwnerProof(request.body));
      const challenge = foundOrRefused(await reach(() => findChallenge(database, id, editingOf(request))));
      if (!challenge) throw expired();
      const { actor, accountId } = callerOf(request);
      const options = {
        ...outbound(app.rateLimits.outbound(request, accountId)),
        dnsServers: dnsServersOf(settings),
        source,
        signal: AbortSignal.timeout(proofMs),
      };
      const fault = await shedder.pass(() => proofFault(challenge, proof, options), accountId);
      if (fault !== undefined) {
        await writes.pass(() => noteUnproven(database, challenge, proof.how, fault, actor));
        throw conflict('claim_unproven', fault);
      }
      const service = await writes.pass(() => noteProof(database, challenge, proof.how, actor));
      if (!service) throw expired();
      onEdited();
      enqueue([service.id]);
      return reply.header('cache-control', 'no-store').send(service);
    },
  });
}
