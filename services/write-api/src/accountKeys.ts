import {
  type ApiKey,
  createKey,
  inTransaction,
  listAccountKeys,
  lockAccount,
  mostKeys,
  revokeKey,
} from '@shirube/catalog';
import { routes } from '@shirube/contracts';
import { type App, conflict, notFound } from '@shirube/service-kit';
import { requireLiveKey } from './authenticate.js';
import { callerOf, type WriteRoutes } from './writeRoutes.js';

function visibleKey<Key extends ApiKey>({ accountId, revokedAt, ...key }: Key) {
  return key;
}

export const tooManyKeys = () => conflict('too_many_keys', `This account has ${mostKeys} live keys: revoke one first.`);

/** GET and POST /api/account/keys, DELETE /api/account/keys/:id. */
export function serveAccountKeys(app: App, { database, access, options }: WriteRoutes): void {
  const { read, once } = access('account');

  app.route({
    ...options(routes.listAccountKeys),
    handler: async (request) =>
      (await read(() => listAccountKeys(database, callerOf(request).accountId))).map(visibleKey),
  });

  app.route({
    ...options(routes.createAccountKey),
    handler: async (request) => {
      const { name } = request.body;
      const caller = callerOf(request);
      const { accountId } = caller;
      const key = await once(() =>
        inTransaction(database, async (client) => {
          // Serializes concurrent requests, so that both are counted.
          await lockAccount(client, accountId);
          if ((await listAccountKeys(client, accountId)).length >= mostKeys) return undefined;
          const callerKey = await requireLiveKey(client, caller);
          // A key that expires must not create one that does not.
          const expiresAt = callerKey?.expiresAt ? new Date(callerKey.expiresAt) : undefined;
          return createKey(client, { name, scopes: ['services:write'], accountId, expiresAt });
        }),
      );
      if (!key) throw tooManyKeys();
      return visibleKey(key);
    },
  });

  app.route({
    ...options(routes.revokeAccountKey),
    handler: async (request) => {
      const { accountId } = callerOf(request);
      const isRevoked = await once(() => revokeKey(database, request.params.id, accountId));
      if (!isRevoked) throw notFound('key_not_found', 'The account has no live key with this id.');
    },
  });
}
