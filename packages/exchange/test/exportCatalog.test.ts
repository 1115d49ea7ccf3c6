import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Database, importServices, openDatabase, removeService } from '@shirube/catalog';
import { compileFaults, ExportDocument } from '@shirube/contracts';
import { registration, until } from '@shirube/testing';
import { freezableCatalog, testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { exportCatalog } from '../dist/index.js';

const faults = compileFaults(ExportDocument.properties.endpoints);
const catalog = await testCatalog(t);
t.beforeEach(() => catalog.query('delete from services'));

function read(json: string): ExportDocument {
  const document: ExportDocument = JSON.parse(json);
  t.equal(faults(document.endpoints), undefined, 'the entries keep their contract');
  t.match(document.exportedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  return document;
}

const exported = async (database: Database = catalog) =>
  read(await text(await exportCatalog(database, 'test "source"')));

async function firstPart(stream: Readable): Promise<string> {
  for await (const part of stream.iterator({ destroyOnReturn: false })) return String(part);
  return '';
}

t.test('the export of an empty catalog is an empty list', async (t) => {
  t.match(await exported(), { version: '1.0', source: 'test "source"', endpoints: { length: 0 } });
});

t.test('a service is exported with the label of its category', async (t) => {
  const [service] = await importServices(catalog, [registration({ category: 'image-generation' })]);
  t.same((await exported()).endpoints, [
    {
      id: service?.id,
      name: service?.name,
      endpoint: service?.endpoint,
      category: 'Image Generation',
      pricing: { currency: 'USDC', pricePerRequest: '0.01' },
      x402Config: service?.x402Config,
      trustScore: 0,
      status: 'unverified',
    },
  ]);
});

t.test('names with any characters are exported unchanged', async (t) => {
  const names = [
    'say "hi", {all}',
    'two\nlines\tand a tab',
    'back\\slash \\n \\u0000',
    '東京天気 ＡＰＩ',
    '👩‍👩‍👧‍👦 𠮷野家',
    "it's; drop table services; --",
    ',',
    '\u2028\u2029 ]}',
  ];
  await importServices(
    catalog,
    names.map((name) => registration({ name })),
  );
  t.same(
    (await exported()).endpoints.map(({ name }) => name),
    names,
  );
});

t.test('an export of many services is complete, in id order', async (t) => {
  const services = await importServices(
    catalog,
    Array.from({ length: 3_000 }, (_, index) =>
      registration({ name: `Service ${index}`, description: 'x'.repeat(500) }),
    ),
  );
  const ids = (await exported()).endpoints.map(({ id }) => id);
  t.same(ids, services.map(({ id }) => id).sort());
});

t.test('an export is one snapshot, whatever is removed meanwhile', async (t) => {
  const services = await importServices(
    catalog,
    Array.from({ length: 2_000 }, () => registration()),
  );
  const stream = await exportCatalog(catalog, 'test');
  const first = await firstPart(stream);
  await Promise.all(services.slice(-50).map(({ id }) => removeService(catalog, id)));
  t.equal(read(first + (await text(stream))).endpoints.length, 2_000);
});

t.test('the connection of an export is used again, also after a reader that left early', async (t) => {
  const database = openDatabase(catalog.url, { max: 1 });
  t.teardown(() => database.end());
  await importServices(
    database,
    Array.from({ length: 3_000 }, () => registration({ description: 'x'.repeat(900) })),
  );
  await text(await exportCatalog(database, 'test'));
  const { rows } = await database.query<{ statement_timeout: string }>('show statement_timeout');
  t.equal(rows[0]?.statement_timeout, '15s', 'with its usual time limit');

  const stream = await exportCatalog(database, 'test');
  await firstPart(stream);
  stream.destroy();
  const free = async () => (await database.query('select 1')).rowCount === 1;
  await until(free, { message: 'the connection of the aborted export is not given back' });
  t.equal((await exported(database)).endpoints.length, 3_000);
});

t.test('a Postgres that hangs ends an export, and a reader that pauses does not', async (t) => {
  const { postgres, database, patient } = await freezableCatalog(t);
  // More than fits on the way to a reader.
  const many = Array.from({ length: 2_500 }, () => registration({ description: '天'.repeat(2_000) }));
  await importServices(patient, many);
  const resting = await exportCatalog(database, 'test', 'ndjson');
  await until(() => resting.readableLength > 1_000, { message: 'nothing comes' });
  const hanging = await exportCatalog(database, 'test', 'ndjson');
  await postgres.freeze();
  await t.rejects(text(hanging), { name: 'DeadlinePassed' });
  await postgres.thaw();
  t.match(await text(resting), /"count":2500/);
});
