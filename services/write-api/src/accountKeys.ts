import { createKey, inTransaction, listAccountKeys, lockAccount, revokeKey } from '@shirube/catalog';
import {
  createAccountKey as createRoute,
  listAccountKeys as listRoute,
  readAccountKeyRequest,
  revokeAccountKey as revokeRoute,
} from '@shirube/contracts';
import { type App, conflict, createLoadShedder, notFound } from '@shirube/service-kit';
import { findAskingKey } from './authenticate.js';
import { type CallerOptions, callerOf, secured, validOr400 } from './callers.js';
import { createWrites } from './writes.js';

const bounds = { atOnce: 2, maxQueued: 32 };
const mostKeys = 20;

/** GET and POST /api/account/keys, DELETE /api/account/keys/:id. */
export function serveAccountKeys(app: App, { database, reach, requireCaller }: CallerOptions): void {
  const reads = createLoadShedder(bounds);
  const writes = createWrites(reach, bounds);

  app.route({
    ...secured(listRoute, requireCaller),
    handler: async (request, reply) => {
      const { accountId } = callerOf(request);
      const keys = await reach(() => reads.pass(() => listAccountKeys(database, accountId)));
      return reply.header('cache-control', 'no-store').send(keys.map(({ accountId, revokedAt, ...shown }) => shown));
    },
  });

  app.route({
    ...secured(createRoute, requireCaller),
    handler: async (request, reply) => {
      const { name } = validOr400(readAccountKeyRequest(request.body)).said;
      const caller = callerOf(request);
      const { accountId } = caller;
      const made = await writes.once(() =>
        inTransaction(database, async (client) => {
          // Serializes concurrent requests, so that both are counted.
          await lockAccount(client, accountId);
          if ((await listAccountKeys(client, accountId)).length >= mostKeys) return undefined;
          const asking = await findAskingKey(client, caller);
          // A key that expires must not create one that does not.
          const expiresAt = asking?.expiresAt ? new Date(asking.expiresAt) : undefined;
          return createKey(client, { name, scopes: ['services:write'], accountId, expiresAt });
        }),
      );
      if (!made) throw conflict('too_many_keys', `This account has ${mostKeys} live keys: revoke one first.`);
      const { accountId: _account, revokedAt: _revoked, ...told } = made;
      return reply.code(201).header('cache-control', 'no-store').send(told);
    },
  });

  app.route({
    ...secured(revokeRoute, requireCaller),
    handler: async (request, reply) => {
      const { accountId } = callerOf(request);
      const isRevoked = await writes.once(() => revokeKey(database, request.params.id, accountId));
      if (!isRevoked) throw notFound('key_not_found', 'The account has no live key with this id.');
      return reply.code(204).send();
    },
  });
}
