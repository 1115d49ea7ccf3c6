import { openDatabase } from '../dist/index.js';

/** Returns how many rows and index entries of a table some work reads, which has its own connection for that. */
export async function rowsRead(
  url: string,
  table: string,
  work: (database: ReturnType<typeof openDatabase>) => Promise<unknown>,
): Promise<number> {
  const database = openDatabase(url, { max: 1 });
  /** What this connection has counted reaches the statistics when the statement that asks for it ends. */
  const count = async () => {
    await database.query('select pg_stat_force_next_flush()');
    const { rows } = await database.query<{ count: string }>(
      `select seq_tup_read + (select sum(idx_tup_read) from pg_stat_user_indexes where relid = tables.relid) as count
        from pg_stat_user_tables as tables where relname = $1`,
      [table],
    );
    return Number(rows[0]?.count);
  };
  try {
    const before = await count();
    await work(database);
    return (await count()) - before;
  } finally {
    await database.end();
  }
}
