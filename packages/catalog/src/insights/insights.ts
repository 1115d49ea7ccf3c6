import { type Insights, insightDays, type ServiceInsights } from '@shirube/contracts';
import type pg from 'pg';
import { type Database, inTransaction } from '../database.js';

/** How often a service was shown and opened on a day; `ranks` is the sum of its places. */
export interface DayCounts {
  service: string;
  shown: number;
  opened: number;
  ranks: number;
}

/** The same for a task and a word; '' for none, and for all words. `askers` are numbers that tell askers apart. */
export interface QueryCounts {
  service: string;
  task: string;
  word: string;
  shown: number;
  opened: number;
  askers: number[];
}

/** How many askers must have used a word before it is shown to sellers. */
const leastAskers = 5;
/** How many kinds of queries are kept of a service and week. */
const mostQueries = 50;
const mostServices = 100;
const mostWords = 20;

const today = `(now() at time zone 'utc')::date`;
const week = (day: string) => `date_trunc('week', ${day}::date)::date`;

/** The transactions of the role of readers are read-only by default. */
const inWritingTransaction = <T>(database: Database, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  inTransaction(database, async (client) => {
    await client.query('set transaction read write');
    return work(client);
  });

/** Returns the secret of the week of a day, which all readers share. */
export const readSalt = (database: Database, day: string): Promise<string> =>
  inWritingTransaction(database, async (client) => {
    await client.query(`insert into insight_salts (week) values (${week('$1')}) on conflict do nothing`, [day]);
    const { rows } = await client.query<{ salt: string }>(`select salt from insight_salts where week = ${week('$1')}`, [
      day,
    ]);
    return rows[0]?.salt ?? '';
  });

/** Adds counts to those of a day. Rows are locked in the order of their keys, so that readers do not deadlock. */
export const storeInsights = (
  database: Database,
  day: string,
  { days = [], queries = [] }: { days?: readonly DayCounts[]; queries?: readonly QueryCounts[] },
): Promise<void> =>
  inWritingTransaction(database, async (client) => {
    await client.query(
      `insert into insight_days as old (service_id, day, shown, opened, ranks)
        select service, $1, shown, opened, ranks
        from json_to_recordset($2) as counts (service uuid, shown integer, opened integer, ranks bigint)
        order by service
        on conflict (service_id, day) do update set shown = old.shown + excluded.shown,
          opened = old.opened + excluded.opened, ranks = old.ranks + excluded.ranks`,
      [day, JSON.stringify(days)],
    );
    await client.query(
      `insert into insight_queries as old (service_id, week, task, word, shown, opened, askers)
        select service, ${week('$1')}, task, word, shown, opened, askers
        from json_to_recordset($2)
          as counts (service uuid, task text, word text, shown integer, opened integer, askers smallint[])
        order by service, task, word
        on conflict (service_id, week, task, word) do update set shown = old.shown + excluded.shown,
          opened = old.opened + excluded.opened, askers = case
            when cardinality(old.askers) >= ${leastAskers} then old.askers
            else (array(select distinct unnest(old.askers || excluded.askers)))[1:${leastAskers}] end`,
      [day, JSON.stringify(queries)],
    );
  });

/** Deletes old counts, rare kinds of queries, and, after a week, everything that fewer than five askers asked. */
export async function pruneInsights(database: Database): Promise<void> {
  await database.query(`delete from insight_days where day <= ${today} - ${insightDays}`);
  await database.query(
    `delete from insight_queries where week <= ${today} - ${insightDays}
      or week < ${week(today)} and cardinality(askers) < ${leastAskers}`,
  );
  await database.query(
    `delete from insight_queries as old using (
        select service_id, week, task, word,
          row_number() over (partition by service_id, week order by cardinality(askers) desc, shown desc) as place
        from insight_queries where (service_id, week) in (
          select service_id, week from insight_queries where week >= ${week(today)}
          group by service_id, week having count(*) > ${mostQueries}
        )
      ) as placed
      where place > ${mostQueries} and (old.service_id, old.week, old.task, old.word)
        = (placed.service_id, placed.week, placed.task, placed.word)`,
  );
  await database.query(`delete from insight_salts where week < ${week(today)}`);
}

interface Row extends Pick<ServiceInsights, 'id' | 'name' | 'days'> {
  queries: (Omit<QueryCounts, 'service' | 'askers'> & { isMissing: boolean })[];
}

// Japanese words are found as they are, English ones in any form.
const rowsOf = `
  select services.id, services.name, counts.days, (
    select coalesce(json_agg(json_build_object('task', task, 'word', word, 'shown', shown, 'opened', opened,
      'isMissing', word <> '' and position(word in listing) = 0
        and not to_tsvector('english', listing) @@ plainto_tsquery('english', word)) order by shown desc, word), '[]')
    from (
      select task, word, sum(shown)::integer as shown, sum(opened)::integer as opened from insight_queries
      where service_id = services.id and week > $2::date - 7 and cardinality(askers) >= ${leastAskers}
      group by task, word
    ) as kinds
  ) as queries
  from services
  cross join lateral (
    select json_agg(json_strip_nulls(json_build_object('day', day, 'shown', shown, 'opened', opened,
      'averageRank', round(ranks::numeric / nullif(shown, 0), 1))) order by day) as days, sum(shown + opened) as total
    from insight_days where service_id = services.id and day >= $2
  ) as counts
  cross join lateral (
    select lower(normalize(concat_ws(' ', services.name, services.description, services.category,
      services.details ->> 'tags', services.details #>> '{provider,name}'), NFKC)) as listing
  ) as texts
  where account_id = $1 and counts.days is not null and ($3::uuid is null or services.id = $3)
  order by total desc, services.id limit ${mostServices}`;

function toInsights({ queries, ...service }: Row): ServiceInsights {
  const missing = new Map<string, number>();
  for (const { word, shown, isMissing } of queries) {
    if (isMissing) missing.set(word, (missing.get(word) ?? 0) + shown);
  }
  return {
    ...service,
    queries: queries
      .filter(({ word }) => word === '')
      .map(({ task, shown, opened }) => ({
        ...(task && { task }),
        words: queries
          .filter((one) => one.task === task && one.word !== '')
          .map(({ word }) => word)
          .slice(0, mostWords),
        shown,
        opened,
      })),
    missingWords: Array.from(missing, ([word, shown]) => ({ word, shown })).sort((a, b) => b.shown - a.shown),
  };
}

/** Returns what was counted for the services of an account in the last `days` days, those with the most counts first. */
export async function readInsights(
  database: Database,
  accountId: string,
  { days, service }: { days: number; service?: string | undefined },
): Promise<Insights> {
  const dayBefore = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);
  const [from, to] = [dayBefore(days - 1), dayBefore(0)];
  const { rows } = await database.query<Row>({
    name: 'account-insights',
    text: rowsOf,
    values: [accountId, from, service ?? null],
  });
  return { from, to, services: rows.map(toInsights) };
}
