import { audited, createAccount, createKey, findAccounts, listAccounts, listKeys, revokeKey } from '@shirube/catalog';
import { readAccountRequest, readKeyRequest, adminRoutes as routes } from '@shirube/contracts';
import { type App, notFound } from '@shirube/service-kit';
import { findAskingKey } from '../authenticate.js';
import { type CallerOptions, callerOf, secured, validOr400 } from '../callers.js';
import { createAdminRoutes, fresh } from './adminRoute.js';

const dayMs = 86_400_000;

/** GET and POST /api/admin/keys, DELETE /api/admin/keys/:id, GET and POST /api/admin/accounts. */
export function serveKeys(app: App, options: CallerOptions): void {
  const { database, requireCaller } = options;
  const { read, once, serveReading, serveRemoval } = createAdminRoutes(app, options);

  serveReading(routes.listKeys, listKeys);
  serveRemoval(routes.revokeKey, 'keys revoke', revokeKey, () =>
    notFound('key_not_found', 'There is no live key with this id.'),
  );
  serveReading(routes.listAccounts, listAccounts);

  app.route({
    ...secured(routes.createKey, requireCaller),
    handler: async (request, reply) => {
      const caller = callerOf(request);
      const { name, scopes, accountId, expiresInDays } = validOr400(readKeyRequest(request.body)).said;
      const expiresAt = expiresInDays === undefined ? undefined : new Date(Date.now() + expiresInDays * dayMs);
      if (accountId !== undefined && (await read(() => findAccounts(database, accountId))).length === 0) {
        throw notFound('account_not_found', 'There is no account with this id.');
      }
      const key = await once(() =>
        audited(
          database,
          caller.actor,
          async (client) => {
            await findAskingKey(client, caller);
            return createKey(client, { name, scopes, accountId, expiresAt });
          },
          ({ id, accountId }) => ({
            action: 'keys create',
            subject: id,
            detail: { name, scopes, accountId, expiresAt },
          }),
        ),
      );
      return reply.code(201).headers(fresh).send(key);
    },
  });

  app.route({
    ...secured(routes.createAccount, requireCaller),
    handler: async (request, reply) => {
      const { said } = validOr400(readAccountRequest(request.body));
      const account = await once(() =>
        audited(
          database,
          callerOf(request).actor,
          (client) => createAccount(client, said),
          ({ id }) => ({ action: 'accounts create', subject: id, detail: said }),
        ),
      );
      return reply
        .code(201)
        .headers(fresh)
        .send({ ...account, liveKeys: 0, services: 0 });
    },
  });
}
