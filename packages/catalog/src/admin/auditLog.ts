import type { AuditEntry, AuditQuery } from '@shirube/contracts';
import type pg from 'pg';
import { type Database, inTransaction } from '../database.js';

/** An action of an operator. */
export interface AdminAction {
  /** For example `keys create`: the words of the equivalent command. */
  action: string;
  /** The target: the id of a service, key or account, or the name of a node. */
  subject?: string | undefined;
  reason?: string | undefined;
  /** Further details. */
  detail?: object | undefined;
}

/** Work that runs in one transaction. */
export type TransactionWork<T> = (client: pg.PoolClient) => Promise<T>;

/** Adds an entry to the audit log, which is append-only. */
export async function recordAction(
  database: Pick<Database, 'query'>,
  actor: string,
  { action, subject, reason, detail }: AdminAction,
): Promise<void> {
  await database.query('insert into audit_log (actor, action, subject, reason, detail) values ($1, $2, $3, $4, $5)', [
    actor,
    action,
    subject ?? null,
    reason ?? null,
    detail === undefined ? null : JSON.stringify(detail),
  ]);
}

/** Runs an action of an operator and records it, both or neither. `describe` returns undefined if nothing was done. */
export function withAudit<T>(
  database: Database,
  actor: string,
  work: TransactionWork<T>,
  describe: (result: T) => AdminAction | undefined,
): Promise<T> {
  return inTransaction(database, async (client) => {
    const result = await work(client);
    const action = describe(result);
    if (action) await recordAction(client, actor, action);
    return result;
  });
}

/** Returns the actions of operators, latest first. */
export async function listActions(
  database: Pick<Database, 'query'>,
  { before, action, subject, limit = 50 }: { [Name in keyof AuditQuery]: AuditQuery[Name] | undefined },
): Promise<AuditEntry[]> {
  const { rows } = await database.query<AuditEntry>(
    `select number::text as id, iso_time(at) as at, actor, action, subject, reason, detail from audit_log
      where ($1::bigint is null or number < $1) and ($2::text is null or action = $2)
        and ($3::text is null or subject = $3)
      order by number desc limit $4`,
    [before ?? null, action ?? null, subject ?? null, limit],
  );
  return rows;
}
