import { isServiceId, type ServiceDetail } from '@shirube/contracts';
import type { Database } from '../database.js';
import { type ServiceRow, serviceColumns, toService } from '../services/serviceRow.js';
import { audited } from './auditLog.js';

/** The moderation actions of an operator, named like the commands, and the state that each results in. */
const states = { hide: 'hidden', impostor: 'impostor', restore: null } as const;
export type ModerationAction = keyof typeof states;

/**
 * Hides a service, marks it as an impostor, or reverts either, with an entry in the log and one in the audit log. A
 * verified impostor becomes unverified. Returns undefined if there is no such service.
 */
export async function moderateService(
  database: Database,
  actor: string,
  { id, action, reason }: { id: string; action: ModerationAction; reason: string },
): Promise<ServiceDetail | undefined> {
  if (!isServiceId(id)) return undefined;
  return audited(
    database,
    actor,
    async (client) => {
      const { rows } = await client.query<ServiceRow>(
        `update services set moderation = $2, moderation_reason = $3, moderated_at = clock_timestamp(),
            status_reason = case when $2 = 'impostor' and status = 'verified' then 'operator' else status_reason end
          where id = $1 returning ${serviceColumns}`,
        [id, states[action], reason],
      );
      return rows[0] && toService(rows[0]);
    },
    (service) =>
      service && { action: `services ${action}`, subject: service.id, reason, detail: { name: service.name } },
  );
}

/** Returns the services that are hidden or marked, latest first. */
export async function listModerated(
  database: Pick<Database, 'query'>,
  limit = 100,
): Promise<(ServiceDetail & { accountId: string })[]> {
  const { rows } = await database.query<ServiceRow & { account_id: string }>(
    `select ${serviceColumns}, account_id from services where moderation is not null
      order by moderated_at desc limit $1`,
    [limit],
  );
  return rows.map((row) => ({ ...toService(row), accountId: row.account_id }));
}
