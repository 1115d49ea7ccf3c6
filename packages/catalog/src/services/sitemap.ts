import type { Database } from '../database.js';
import { isListed } from './serviceRow.js';

/** The maximum number of addresses in one sitemap. */
const mostInPart = 50_000;

/** Returns when each part of the sitemap last changed, in the order of the parts. */
export async function listSitemapParts(database: Pick<Database, 'query'>): Promise<Date[]> {
  const { rows } = await database.query<{ changed: Date }>(
    `select max(updated_at) as changed
    from (select updated_at, (row_number() over (order by id) - 1) / $1 as part from services where ${isListed}) as numbered
    group by part order by part`,
    [mostInPart],
  );
  return rows.map(({ changed }) => changed);
}

/** Returns the services of one part of the sitemap, counted from 0, and when each last changed. */
export async function readSitemapPart(
  database: Pick<Database, 'query'>,
  part: number,
): Promise<{ id: string; updatedAt: Date }[]> {
  const { rows } = await database.query<{ id: string; updatedAt: Date }>(
    `select id, updated_at as "updatedAt" from services where ${isListed} order by id limit $1 offset $2`,
    [mostInPart, part * mostInPart],
  );
  return rows;
}
