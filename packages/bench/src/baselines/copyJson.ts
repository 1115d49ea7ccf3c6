import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** Reads what an export holds as JSON lines straight from Postgres; returns bytes a second. */
export async function copyJson(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const started = performance.now();
  const lines = client.query(
    copyTo(`copy (
      select row_to_json(entry) from (
        select id, name, endpoint, category, currency, price_per_request, payment_address, network, trust_score, status
        from services order by id
      ) as entry
    ) to stdout`),
  );
  let bytes = 0;
  for await (const chunk of lines) bytes += chunk.length;
  const seconds = (performance.now() - started) / 1000;
  await client.end();
  return bytes / seconds;
}
