import { importServices, migrate, openDatabase, skipToEnd } from '@shirube/catalog';
import type { Language } from '@shirube/language';
import { copyJson } from '../baselines/copyJson.js';
import type { BenchCase } from '../benchCase.js';
import { madeCatalog } from '../catalog/madeCatalog.js';
import { startService } from '../processes/directory.js';
import { memoryGrowth } from '../processes/residentMemory.js';
import { assertAllServed, get } from './loadCase.js';

const serviceCount = 100_000;
const copies = 5;
const batch = 2_000;
const mostGrowth = 50;

/** Stores that many services: some are made, the others are their copies. */
async function fill(databaseUrl: string, language: Language): Promise<void> {
  const database = openDatabase(databaseUrl, { max: 1 });
  await migrate(database);
  const made = madeCatalog(serviceCount / copies, language);
  for (let at = 0; at < made.length; at += batch) await importServices(database, made.slice(at, at + batch));
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

/** On a database of its own: the search engine has no part in an export, so the one that is there will do. */
export const exportCatalog: BenchCase = {
  name: 'export',
  title: 'export of 100,000 services',
  baseline: 'copyJson.ts: copy (select json) to stdout through pg',
  atLeast: 0.5,
  async prepare({ parts, load, language, say, directory }) {
    const { meilisearch } = await directory();
    const databaseUrl = await parts.createDatabase();
    say(`export: storing ${serviceCount} services`);
    await fill(databaseUrl, language);
    const read = await startService(meilisearch ? 'read-api' : 'standalone', { databaseUrl, meilisearch });
    const set = await load.keep([get('/api/export')]);
    const growths: number[] = [];

    async function ours(): Promise<number> {
      let bytesPerSecond = 0;
      const growth = await memoryGrowth(read.pid, async () => {
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
      baseline: () => copyJson(databaseUrl),
      also() {
        // The first export is for warming up: code is compiled, buffers are made.
        const most = Math.max(...growths.slice(1));
        const text = `memory grows by less than ${mostGrowth} MB: by ${most.toFixed(0)} MB at the most`;
        return [{ holds: most < mostGrowth, text }];
      },
      close: () => read.stop(),
    };
  },
};
