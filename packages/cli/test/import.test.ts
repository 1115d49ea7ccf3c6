import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countServices, type Database, mainNode, nodeProgress, removeService, reportNode } from '@shirube/catalog';
import { temporaryDirectory, until } from '@shirube/testing';
import t from 'tap';
import { emptyCatalog } from './emptyCatalog.js';
import { lines, registration } from './registration.js';
import { runProgram, shirube, shirubeJson, startShirube } from './shirube.js';

t.test('every line of a file becomes a service, each in the log', async (t) => {
  const { env, database } = await emptyCatalog(t);
  const file = join(await temporaryDirectory(t), 'services.ndjson');
  await writeFile(file, lines(1, 1200));
  const { code, stdout } = await shirube(['import', file], env);
  t.equal(code, 0);
  t.match(stdout, /^Imported 1,200 services in .* s \([\d,]+\/s\)\.\n$/);
  t.equal(await countServices(database), 1200);
  t.equal((await nodeProgress(database, mainNode)).pending, 1200);
  const { rows } = await database.query('select * from services order by id limit 1');
  t.match(rows[0], { name: 'サービス 1', price_per_request: '0.0100', free_quota: null });

  t.test('importing a file again changes nothing', async (t) => {
    const again = await shirube(['import', file], env);
    t.equal(again.code, 0);
    t.match(again.stdout, '1,200 lines skipped: already imported.');
    t.equal(await countServices(database), 1200);
  });

  t.test('of a longer file only the new lines are imported', async (t) => {
    const result = await shirubeJson(['import', '-'], env, lines(1001, 1300));
    t.match(result, { imported: 100, alreadyImported: 200, bad: 0, lastLine: 300 });
    t.equal(await countServices(database), 1300);
  });
});

t.test('an import of the wrong file stops after 20 invalid lines', async (t) => {
  const { env } = await emptyCatalog(t);
  const csv = 'name,price\n'.repeat(1_000);
  const { code, stdout, stderr } = await shirube(['import', '-'], env, csv);
  t.equal(code, 1);
  t.match(stdout, 'Stopped: the first 20 lines are all invalid. Is this the right file?');
  t.equal(stderr.match(/^line \d+:/gm)?.length, 20);
  const many = await shirube(['import', '-'], env, `${lines(1, 1)}${'{}\n'.repeat(30)}${lines(2, 2)}`);
  t.match(many.stdout, /Imported 2 services.*\n30 invalid lines skipped/, 'a good line says that it is the right one');
});

t.test('a dry run stores nothing, and says what an import would store', async (t) => {
  const { env, database } = await emptyCatalog(t);
  await shirubeJson(['import', '-'], env, lines(1, 10));
  const dry = await shirubeJson(['import', '-', '--dry-run'], env, lines(1, 30));
  t.match(dry, { dryRun: true, imported: 20, alreadyImported: 10 });
  t.equal(await countServices(database), 10);
  const bad = await shirube(['import', '-', '--dry-run'], env, `${lines(1, 30)}{}\n`);
  t.equal(bad.code, 1);
  t.match(bad.stdout, 'Would import 20 services; nothing was stored.');
  t.match(bad.stderr, /^line 31: .*name is required/m);
});

t.test('invalid lines are reported with their number and every fault, and the valid ones are imported', async (t) => {
  const { env, database } = await emptyCatalog(t);
  const input = [
    JSON.stringify(registration(1)),
    '{"name": ',
    '',
    JSON.stringify(registration(2, { category: 'No Such', pricing: { currency: 'USDC', pricePerRequest: -1 } })),
    JSON.stringify(registration(3, { nmae: 'x' })),
    '[]',
    `${JSON.stringify(registration(4))}\r`,
    JSON.stringify(registration(5, { '\u{1b}]0;owned': 1 })),
    `"${'x'.repeat(1_100_000)}"`,
  ].join('\n');
  const { code, stdout, stderr } = await shirube(['import', '-'], env, input);
  t.equal(code, 1);
  t.match(stdout, 'Imported 2 services');
  t.match(stdout, '6 invalid lines skipped.');
  t.match(stderr, /^line 2: is not JSON: /m);
  t.match(stderr, /^line 4: category must be .*; pricing\.pricePerRequest must be .*$/m);
  t.match(stderr, /^line 5: nmae is not a known field/m);
  t.match(stderr, /^line 6: must be a JSON object that describes the service$/m);
  t.match(stderr, /^line 9: is longer than 1 MiB$/m);
  t.notMatch(stderr, '\u{1b}');
  t.equal(await countServices(database), 2);

  const json = await shirube(['import', '-', '--json'], env, input);
  t.equal(json.code, 1);
  const result = JSON.parse(json.stdout);
  t.match(result, { imported: 0, alreadyImported: 2, bad: 6 });
  t.match(result.badLines[1], {
    line: 4,
    faults: [{ path: 'category' }, { path: 'pricing.pricePerRequest' }],
  });
});

t.test('a line whose bytes are not UTF-8 is invalid', async (t) => {
  const { env } = await emptyCatalog(t);
  const file = join(await temporaryDirectory(t), 'latin1.ndjson');
  await writeFile(file, Buffer.concat([Buffer.from(lines(1, 1)), Buffer.from('{"name":"caf\u{e9}"}', 'latin1')]));
  const { code, stderr } = await shirube(['import', file], env);
  t.equal(code, 1);
  t.equal(stderr, 'line 2: is not valid UTF-8\n');
});

t.test('a line is checked like a registration', async (t) => {
  const { env, database } = await emptyCatalog(t);
  const mistyped = { network: 'base', paymentAddress: '0x209693Bc6afc0C5328bA36FaF03C514EF312287c' };
  const input = [registration(1, { x402Config: mistyped }), registration(2, { name: 'a\u202eb' })];
  const { code, stderr } = await shirube(['import', '-'], env, input.map((line) => JSON.stringify(line)).join('\n'));
  t.equal(code, 1);
  t.match(stderr, /^line 1: x402Config\.paymentAddress must be .*EIP-55 checksum/m);
  t.match(stderr, /^line 2: name must be .*U\+202E/m);
  t.equal(await countServices(database), 0);
});

t.test('a line that the database refuses is named, and does not stop the others', async (t) => {
  const { env, database } = await emptyCatalog(t);
  await shirube(['import', '-'], env, lines(1, 1));
  await database.query("alter table services add constraint as_a_test check (name <> 'Refused')");
  const input = [
    registration(2),
    registration(3, { name: 'Refused' }),
    registration(4, { endpoint: 'https://api.example.com/\ud800' }),
    registration(1, { name: 'Refused' }),
    registration(1, { description: 'Updated.' }),
    registration(5),
  ];
  const { code, stdout, stderr } = await shirube(
    ['import', '-'],
    env,
    input.map((line) => JSON.stringify(line)).join('\n'),
  );
  t.equal(code, 1);
  t.match(stderr, /^line 3: endpoint must not contain U\+0000 or an unpaired surrogate$/m);
  t.match(stderr, /^line 2: cannot be stored: .*as_a_test/m);
  t.match(stderr, /^line 4: cannot be stored: .*as_a_test/m);
  t.match(stdout, '3 invalid lines skipped.');
  const { rows } = await database.query<{ endpoint: string; description: string }>(
    'select endpoint, description from services order by endpoint',
  );
  t.match(rows, [
    { endpoint: 'https://api.example.com/1', description: 'Updated.' },
    { endpoint: 'https://api.example.com/2' },
    { endpoint: 'https://api.example.com/5' },
  ]);
  t.equal(rows.length, 3);
});

t.test('a file that cannot be read is answered with one sentence', async (t) => {
  const { env } = await emptyCatalog(t);
  const directory = await temporaryDirectory(t);
  const missing = await shirube(['import', join(directory, 'none.ndjson')], env);
  t.equal(missing.code, 1);
  t.match(missing.stderr, /^shirube: .*none\.ndjson cannot be read: .*\n$/);
  const folder = await shirube(['import', directory], env);
  t.equal(folder.code, 1);
  t.match(folder.stderr, /is a directory; give an NDJSON file/);
  t.equal((await shirube(['import'], env)).code, 2);
});

t.test('a queue that is down is a note, not a failure: the log holds the services', async (t) => {
  const { env, database } = await emptyCatalog(t);
  // An indexer that the queue would wake.
  await reportNode(database, mainNode, { answers: true });
  const { code, stderr } = await shirube(['import', '-'], { ...env, REDIS_URL: 'redis://127.0.0.1:1' }, lines(1, 5));
  t.equal(code, 0);
  t.match(stderr, /the index queue cannot be used: .*the indexer finds the changes in the log itself/);
  t.equal((await nodeProgress(database, mainNode)).pending, 5);
});

/** Returns the catalog without the fields that differ between imports. */
async function contents(database: Database): Promise<unknown[]> {
  const { rows } = await database.query(
    'select name, description, endpoint, category, price_per_request, free_quota, network from services order by id',
  );
  return rows;
}

t.test('two lines with one endpoint are one service, which is as the last line says', async (t) => {
  const { env, database } = await emptyCatalog(t);
  const { name, description, ...rest } = registration(1);
  // A different order of the fields, or spaces around the name, do not make it another service.
  const twice = `${lines(1, 1)}${JSON.stringify({ ...rest, description, name: ` ${name} ` })}\n`;
  t.match(await shirubeJson(['import', '-'], env, twice), { imported: 1, updated: 0, alreadyImported: 1 });
  t.match(await shirubeJson(['import', '-'], env, twice), { imported: 0, alreadyImported: 2 });
  const other = `${lines(1, 1)}${JSON.stringify(registration(1, { name: 'Last' }))}\n`;
  t.match(await shirubeJson(['import', '-'], env, other), { imported: 0, updated: 1, alreadyImported: 1 });
  t.match(await contents(database), [{ name: 'Last' }]);
});

t.test('--on-conflict says whether an endpoint that the account has is updated, skipped or refused', async (t) => {
  const { env, database } = await emptyCatalog(t);
  await shirubeJson(['import', '-'], env, lines(1, 3));
  const { rows: before } = await database.query('select id from services order by id');
  const changed = (name: string) =>
    [1, 2, 4]
      .map(
        (number) =>
          `${JSON.stringify(registration(number, { name, endpoint: `https://API.example.com/${number}/` }))}\n`,
      )
      .join('');
  const again = (input: string, ...options: string[]) => shirube(['import', '-', ...options], env, input);

  const dry = await again(changed('New'), '--dry-run');
  t.match(dry.stdout, 'Would import 1 service; nothing was stored.');
  t.match(dry.stdout, '2 services would be updated.');
  const refused = await again(changed('New'), '--on-conflict', 'fail');
  t.equal(refused.code, 1);
  t.match(refused.stderr, 'Nothing was imported: the account already has https://API.example.com/1/');
  t.notMatch(refused.stderr, 'run the same command again', 'which would fail again');
  t.equal(await countServices(database), 3);
  t.equal((await again(lines(1, 3), '--on-conflict', 'fail')).code, 0, 'an import may be run again');

  const skipping = await again(changed('New'), '--on-conflict', 'skip');
  t.match(skipping.stdout, /Imported 1 service .*\n2 lines skipped: the account already has the endpoint/);
  t.notMatch(await contents(database), [{ name: 'New' }]);
  t.match((await again(changed('Newer'))).stdout, '3 services updated.');
  const { rows } = await database.query('select id, name from services order by id');
  t.strictSame(
    rows.map(({ name }) => name),
    ['Newer', 'Newer', 'サービス 3', 'Newer'],
  );
  t.strictSame(
    rows.slice(0, 3).map(({ id }) => ({ id })),
    before,
    'nothing was made again',
  );
  await shirubeJson(['accounts', 'create', '--name', 'other'], env);
  const theirs = `${JSON.stringify(registration(1, { name: 'Theirs' }))}\n`;
  t.match(await shirubeJson(['import', '-', '--account', 'other'], env, theirs), { imported: 1, updated: 0 });
});

t.test('a service that was updated and then removed stays removed', async (t) => {
  const { env, database } = await emptyCatalog(t);
  const line = `${JSON.stringify(registration(1, { name: 'New' }))}\n`;
  await shirubeJson(['import', '-'], env, lines(1, 1));
  t.match(await shirubeJson(['import', '-'], env, line), { updated: 1 });
  const { rows } = await database.query<{ id: string }>('select id from services');
  await removeService(database, rows[0]?.id ?? '');
  t.match(await shirubeJson(['import', '-'], env, line), { imported: 0, updated: 0, removed: 1 });
  t.equal(await countServices(database), 0);
});

t.test('a service that was removed after its import stays removed without --restore', async (t) => {
  const { env, database } = await emptyCatalog(t);
  await shirubeJson(['import', '-'], env, lines(1, 3));
  const { rows } = await database.query<{ id: string }>('select id from services order by id limit 1');
  await removeService(database, rows[0]?.id ?? '');
  const again = await shirube(['import', '-'], env, lines(1, 3));
  t.match(again.stdout, '2 lines skipped: already imported.');
  t.match(again.stdout, '1 line skipped');
  t.equal(await countServices(database), 2);
  t.match(await shirubeJson(['import', '-', '--restore', '--dry-run'], env, lines(1, 3)), { imported: 1 });
  t.match(await shirubeJson(['import', '-', '--restore'], env, lines(1, 3)), { imported: 1, removed: 0 });
  t.match(await shirubeJson(['import', '-', '--restore'], env, lines(1, 3)), { imported: 0 });
  t.equal(await countServices(database), 3);
});

for (const { signal, code } of [
  { signal: 'SIGINT', code: 130 },
  { signal: 'SIGKILL', code: null },
] as const) {
  t.test(`an import that ${signal} interrupts and that is run again leaves the catalog of one import`, async (t) => {
    const { env, database } = await emptyCatalog(t);
    const { child, ended } = startShirube(['import', '-'], env);
    child.stdin.write(lines(1, 1200));
    await until(async () => (await countServices(database)) === 1000, { message: 'Two batches are stored' });
    child.kill(signal);
    const end = await ended;
    t.equal(end.code, code);
    if (code) t.match(end.stdout, 'Stopped after line 1,000: run the same command again to continue.');
    t.equal(await countServices(database), 1000);

    t.match(await shirubeJson(['import', '-'], env, lines(1, 1300)), { imported: 300 });
    t.match(
      await contents(database),
      Array.from({ length: 1300 }, (_, at) => ({ ...registration(at + 1), pricing: undefined, x402Config: undefined })),
    );
    t.equal(await countServices(database), 1300);
  });
}

t.test('two imports of the same file at once create each service once', async (t) => {
  const { env, database } = await emptyCatalog(t);
  const both = await Promise.all([1, 2].map(() => runProgram(['import', '-', '--json'], env, lines(1, 1500))));
  const imported = both.map(({ stdout }): number => JSON.parse(stdout).imported);
  t.equal(
    imported.reduce((sum, count) => sum + count),
    1500,
  );
  t.equal(await countServices(database), 1500);
});
