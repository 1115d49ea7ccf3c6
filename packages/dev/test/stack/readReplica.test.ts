import { fileURLToPath } from 'node:url';
import { grantReader, migrate, openDatabase, registerService } from '@shirube/catalog';
import type { ExportDocument, Service, StatusRecord } from '@shirube/contracts';
import { registration, startProcess, testDatabaseUrl } from '@shirube/testing';
import t, { type Test } from 'tap';

const server = fileURLToPath(new URL('../../../../services/read-api/dist/server.js', import.meta.url));

async function catalogDatabase(t: Test) {
  const url = await testDatabaseUrl(t);
  const database = openDatabase(url);
  t.teardown(() => database.end());
  await migrate(database);
  return { url, database };
}

/** Creates a user that can only read, as on a replica, and returns its address. */
async function readOnly(t: Test, { url, database }: Awaited<ReturnType<typeof catalogDatabase>>) {
  const name = `reader_${new URL(url).pathname.slice(1)}`;
  await grantReader(database, { name, password: 'reading' });
  t.teardown(async () => {
    await database.query(`drop owned by ${name}`);
    await database.query(`drop role ${name}`);
  });
  const address = new URL(url);
  address.username = name;
  address.password = 'reading';
  return address.href;
}

t.test('detail, status and export are read from the replica', async (t) => {
  const [primary, replica] = [await catalogDatabase(t), await catalogDatabase(t)];
  const result = await registerService(primary.database, registration({ category: 'weather' }));
  if (result.outcome !== 'created') throw new Error(result.outcome);
  const { id } = result.service;
  // Both hold the same service. Its name shows which database a response came from.
  await replica.database.query(
    "insert into categories (id, label) values ('weather', 'Weather') on conflict do nothing",
  );
  const columns = 'id, description, endpoint, category, currency, price_per_request, payment_address, network, chain';
  const { rows } = await primary.database.query(
    `select row_to_json(s) as row from (select ${columns} from services) s`,
  );
  await replica.database.query(
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
