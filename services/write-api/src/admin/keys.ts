import { createAccount, createKey, hasAccount, listAccounts, listKeys, revokeKey, withAudit } from '@shirube/catalog';
import { routes } from '@shirube/contracts';
import { type App, notFound } from '@shirube/service-kit';
import { requireLiveKey } from '../authenticate.js';
import { callerOf, type WriteRoutes } from '../writeRoutes.js';
import { createAdminRoutes } from './adminRoute.js';

const dayMs = 86_400_000;

/** GET and POST /api/admin/keys, DELETE /api/admin/keys/:id, GET and POST /api/admin/accounts. */
export function serveKeys(app: App, parts: WriteRoutes): void {
  const { database, options } = parts;
  const { read, once, serveReading, serveRemoval } = createAdminRoutes(app, parts);

  serveReading(routes.listKeys, listKeys);
  serveRemoval(routes.revokeKey, 'keys revoke', revokeKey, () =>
    notFound('key_not_found', 'There is no live key with this id.'),
  );
  serveReading(routes.listAccounts, listAccounts);

  app.route({
    ...options(routes.createKey),
    handler: async (request) => {
      const caller = callerOf(request);
      const { name, scopes, accountId, expiresInDays } = request.body;
      const expiresAt = expiresInDays === undefined ? undefined : new Date(Date.now() + expiresInDays * dayMs);
      if (accountId !== undefined && !(await read(() => hasAccount(database, accountId)))) {
        throw notFound('account_not_found', 'There is no account with this id.');
      }
      return once(() =>
        withAudit(
          database,
          caller.actor,
          async (client) => {
            await requireLiveKey(client, caller);
            return createKey(client, { name, scopes, accountId, expiresAt });
          },
          ({ id, accountId }) => ({
            action: 'keys create',
            subject: id,
            detail: { name, scopes, accountId, expiresAt },
          }),
        ),
      );
    },
  });

  app.route({
    ...options(routes.createAccount),
    handler: async (request) => {
      const { body } = request;
      const account = await once(() =>
        withAudit(
          database,
          callerOf(request).actor,
          (client) => createAccount(client, body),
          ({ id }) => ({ action: 'accounts create', subject: id, detail: body }),
        ),
      );
      return { ...account, liveKeys: 0, services: 0 };
    },
  });
}
