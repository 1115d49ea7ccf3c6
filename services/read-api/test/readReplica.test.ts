import { fileURLToPath } from 'node:url';
import { type Database, grantReader } from '@shirube/catalog';
import type { ExportDocument, Service, StatusRecord } from '@shirube/contracts';
import { startProcess } from '@shirube/testing';
import { register, testCatalog } from '@shirube/testing/catalog';
import t, { type Test } from 'tap';

const server = fileURLToPath(new URL('../dist/server.js', import.meta.url));

/** Creates a user that can only read, as on a replica, and returns its address. */
async function readOnly(t: Test, database: Database & { url: string }) {
  const name = `reader_${new URL(database.url).pathname.slice(1)}`;
  await grantReader(database, { name, password: 'reading' });
  t.teardown(async () => {
    await database.query(`drop owned by ${name}`);
    await database.query(`drop role ${name}`);
  });
  const address = new URL(database.url);
  address.username = name;
  address.password = 'reading';
  return address.href;
}

t.test('detail, status and export are read from the replica', async (t) => {
  const [primary, replica] = [await testCatalog(t), await testCatalog(t)];
  const { id } = await register(primary, { category: 'weather' });
  // Both hold the same service. Its name shows which database a response came from.
  await replica.query("insert into categories (id, label) values ('weather', 'Weather') on conflict do nothing");
  const columns = 'id, description, endpoint, category, currency, price_per_request, payment_address, network, chain';
  const { rows } = await primary.query(`select row_to_json(s) as row from (select ${columns} from services) s`);
  await replica.query(
    `insert into services (name, trust_score, ${columns})
      select 'From the replica', 42, ${columns} from json_populate_record(null::services, $1)`,
    [rows[0].row],
  );

  const readApi = await startProcess(t, process.execPath, [server], {
    env: {
      DATABASE_URL: primary.url,
      DATABASE_READ_URL: await readOnly(t, replica),
      MEILI_URL: 'http://127.0.0.1:1',
      MEILI_API_KEY: undefined,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'info',
    },
  });
  const [, base] = await readApi.waitForOutput(/listening on (http:\/\/[^"\s]+)/);
  const get = async <Body>(path: string) => (await (await fetch(`${base}${path}`)).json()) as Body;

  t.equal((await get<Service>(`/api/services/${id}`)).name, 'From the replica');
  t.equal((await get<StatusRecord>(`/api/services/${id}/status`)).trustScore, 42);
  const { endpoints } = await get<ExportDocument>('/api/export');
  t.strictSame(
    endpoints.map(({ name }) => name),
    ['From the replica'],
  );
  readApi.kill('SIGTERM');
  t.match(await readApi.exited, { code: 0 });
});
