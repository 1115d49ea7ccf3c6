import { isServiceId, type ServiceDetail } from '@shirube/contracts';
import type { Database } from '../database.js';
import { inIdOrder } from '../services/lockServices.js';
import { type ServiceRow, serviceColumns, toService } from '../services/serviceRow.js';
import { withAudit } from './auditLog.js';

/** The moderation actions of an operator, named like the commands, and the state that each results in. */
const states = { hide: 'hidden', impostor: 'impostor', restore: null } as const;
export type ModerationAction = keyof typeof states;

interface ModerationDecision {
  id: string;
  action: ModerationAction;
  /** What it applies to: the endpoint of the service, or all services on its host. */
  scope?: 'endpoint' | 'host' | undefined;
  reason: string;
}

/** The services of the same account at the endpoint of a service. Others may be those that an impostor poses as. */
const copies = `id = $1 or (endpoint_key, account_id) = (select endpoint_key, account_id from services where id = $1)`;
/** Restoring a host leaves endpoints alone that were moderated by themselves. */
const onHost = `${copies} or endpoint_host = (select endpoint_host from services where id = $1)
  and ($2::text is not null or not exists (
    select from moderated_places where kind = 'endpoint' and place = services.endpoint_key
  ))`;

/** Moderation applies to what is registered later, too, so that nobody evades it by registering again. */
const markPlace = `
  insert into moderated_places (kind, place, state, reason, at)
  select $4, case when $4 = 'host' then endpoint_host else endpoint_key end, $2, $3, clock_timestamp()
  from services where id = $1
  on conflict (kind, place) do update set state = excluded.state, reason = excluded.reason, at = excluded.at`;
/** An endpoint stays moderated while other services there are. */
const clearPlaces = `
  delete from moderated_places using services as restored
  where restored.id = $1 and (
    kind = 'host' and $2 = 'host' and place = restored.endpoint_host
    or kind = 'endpoint' and place = restored.endpoint_key and not exists (
      select from services where endpoint_key = place and moderation is not null
    )
  )`;

/**
 * Hides a service, marks it as an impostor, or reverts either, with entries in the log and one in the audit log. A
 * verified impostor becomes unverified. Its copies get the same, and so does what is registered there later. Returns
 * undefined if there is no such service.
 */
export async function moderateService(
  database: Database,
  actor: string,
  { id, action, scope = 'endpoint', reason }: ModerationDecision,
): Promise<ServiceDetail | undefined> {
  if (!isServiceId(id)) return undefined;
  const state = states[action];
  const { service } = await withAudit(
    database,
    actor,
    async (client) => {
      if (state) await client.query(markPlace, [id, state, reason, scope]);
      const { rows } = await client.query<ServiceRow>(
        `with locked as (${inIdOrder(scope === 'host' ? onHost : copies)})
          update services set moderation = $2, moderation_reason = $3, moderated_at = clock_timestamp(),
            status_reason = case when $2 = 'impostor' and status = 'verified' then 'operator' else status_reason end
          from locked where services.id = locked.id returning ${serviceColumns}`,
        [id, state, reason],
      );
      if (!state) await client.query(clearPlaces, [id, scope]);
      const row = rows.find((one) => one.id === id.toLowerCase());
      return { service: row && toService(row), services: rows.length };
    },
    ({ service, services }) =>
      service && {
        action: `services ${action}`,
        subject: service.id,
        reason,
        detail: { name: service.name, scope, services },
      },
  );
  return service;
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
