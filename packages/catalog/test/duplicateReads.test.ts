import { registration } from '@shirube/testing';
import { testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { createRegistrar, type Database, importServices, readCatalog } from '../dist/index.js';

const endpoint = 'https://api.example.com/weather';

/** Returns how many services a statement of `work` reads, found or not. */
async function readIn(client: Pick<Database, 'query'>, work: () => Promise<unknown>): Promise<number> {
  const readSoFar = async () => {
    const { rows } = await client.query<{ read: string }>(
      `select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'services'`,
    );
    return Number(rows[0]?.read);
  };
  await client.query('begin');
  // What was read in the transactions of the last second may be counted, too.
  const before = await readSoFar();
  await work();
  const read = (await readSoFar()) - before;
  await client.query('rollback');
  return read;
}

t.test('the services of an endpoint are found without reading those of other endpoints', async (t) => {
  const database = await testCatalog(t);
  const client = await database.connect();
  t.teardown(() => client.release());
  const register = createRegistrar(client);
  const endpointOf = (i: number) => `https://api-${i}.example.com`;
  const readForTwenty = () =>
    readIn(client, () =>
      Promise.all(Array.from({ length: 20 }, (_, i) => register(registration({ endpoint: endpointOf(i) })))),
    );
  // After some uses Postgres keeps its plan, which was made while there was nothing to read.
  for (let use = 0; use < 10; use += 1) await readForTwenty();
  const services = Array.from({ length: 2_000 }, (_, i) => registration({ endpoint: endpointOf(i) }));
  await importServices(database, services);
  for (const state of ['before Postgres has statistics of them', 'when it has']) {
    const read = await readForTwenty();
    t.ok(read >= 20 && read <= 40, `${read} ${state}`);
    await database.query('analyze services');
  }
});

t.test('the catalog is read without comparing all services of an endpoint with each other', async (t) => {
  const database = await testCatalog(t);
  const client = await database.connect();
  t.teardown(() => client.release());
  const count = 1_000;
  await importServices(
    database,
    Array.from({ length: count }, (_, i) => registration({ endpoint, name: `Service ${i}` })),
  );
  const read = await readIn(client, async () => {
    for await (const page of readCatalog(client)) t.equal(page.length, count);
  });
  t.ok(read >= count && read <= 6 * count, `${read} read: each, and for each a few of the first at its endpoint`);
});
