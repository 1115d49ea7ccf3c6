import type { Database } from '../database.js';

/** The result of a comparison of catalog and index. */
export interface VerifyReport {
  /** The number of ids that were compared. */
  checked: number;
  /** Services in the catalog but not in the index. */
  missing: string[];
  /** Services in both, at different revisions. */
  stale: string[];
  /** Services in the index but not in the catalog. */
  surplus: string[];
}

/** Requests a comparison by the process of the embedded engine. Returns its id. */
export async function requestVerification(database: Database, repair: boolean): Promise<string> {
  await database.query("delete from index_verifications where requested_at < now() - interval '1 hour'");
  const { rows } = await database.query<{ id: string }>(
    'insert into index_verifications (repair) values ($1) returning id',
    [repair],
  );
  return rows[0]?.id ?? '';
}

/** Takes the next request; undefined if there is none. One whose process died is taken again. */
export async function takeVerification(database: Database): Promise<{ id: string; repair: boolean } | undefined> {
  const { rows } = await database.query<{ id: string; repair: boolean }>(
    `update index_verifications set started_at = now()
      where id = (select id from index_verifications where report is null order by requested_at limit 1)
      returning id, repair`,
  );
  return rows[0];
}

export async function answerVerification(database: Database, id: string, report: VerifyReport): Promise<void> {
  await database.query('update index_verifications set report = $2 where id = $1', [id, JSON.stringify(report)]);
}

/** Returns the state of a request. */
export async function findVerification(
  database: Database,
  id: string,
): Promise<{ isStarted: boolean; report: VerifyReport | null }> {
  const { rows } = await database.query<{ isStarted: boolean; report: VerifyReport | null }>(
    'select started_at is not null as "isStarted", report from index_verifications where id = $1',
    [id],
  );
  return rows[0] ?? { isStarted: false, report: null };
}

/** Removes a request, answered or not. */
export async function removeVerification(database: Database, id: string): Promise<void> {
  await database.query('delete from index_verifications where id = $1', [id]);
}
