import { importServices, migrate, openDatabase, skipToEnd } from '@shirube/catalog';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BenchCase } from '../benchCase.js';
import { generateCatalog } from '../catalog/generateCatalog.js';
import { startService } from '../processes/directory.js';
import { memoryGrowth } from '../processes/usage.js';
import { assertAllServed, get } from './loadCase.js';

/** Reads the content of an export as JSON lines directly from Postgres. Returns bytes per second. */
async function copyJson(databaseUrl: string): Promise<number> {
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

const serviceCount = 100_000;
const copies = 5;
const batch = 2_000;
const mostGrowth = 50;

/** Fills the catalog: some services are generated, and the others are copies of them. */
async function fill(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl, { max: 1 });
  await migrate(database);
  const generated = await generateCatalog(serviceCount / copies);
  for (let at = 0; at < generated.length; at += batch) await importServices(database, generated.slice(at, at + batch));
  await database.query('alter table services disable trigger user');
  await database.query(
    `insert into services (id, name, description, endpoint, category, currency, price_per_request, free_quota,
        payment_address, network, chain)
      select gen_random_uuid(), name || ' ' || copy, description, endpoint, category, currency, price_per_request,
        free_quota, payment_address, network, chain
      from services cross join generate_series(2, $1::integer) as copy`,
    [copies],
  );
  await skipToEnd(database);
  await database.query('vacuum analyze');
  await database.end();
}

/** Uses its own database. An export does not involve the search engine, so the existing engine is used. */
export const exportCatalog: BenchCase = {
  name: 'export',
  title: 'export of 100,000 services',
  baseline: 'copyJson.ts: copy (select json) to stdout through pg',
  atLeast: 0.5,
  async prepare({ parts, load, say, directory }) {
    const { meilisearch } = await directory();
    const stores = await parts.createStores();
    say(`export: storing ${serviceCount} services`);
    await fill(stores.databaseUrl);
    const read = await startService(meilisearch ? 'read-api' : 'standalone', { ...stores, meilisearch });
    const set = await load.keep([get('/api/export')]);
    const growths: number[] = [];

    async function ours(): Promise<number> {
      let bytesPerSecond = 0;
      const growth = await memoryGrowth(read, async () => {
        const plan = { origin: read.url, connections: 1, seconds: 600, atMost: 1 };
        const result = await load.run(set, plan);
        assertAllServed(result);
        bytesPerSecond = result.bytes / result.seconds;
      });
      growths.push(growth);
      return bytesPerSecond;
    }

    return {
      ours,
      baseline: () => copyJson(stores.databaseUrl),
      also() {
        // The first export is a warm-up: code is compiled and buffers are allocated.
        const most = Math.max(...growths.slice(1));
        const text = `memory grows by less than ${mostGrowth} MB: by ${most.toFixed(0)} MB at the most`;
        return [{ holds: most < mostGrowth, text }];
      },
      close: () => read.stop(),
    };
  },
};
