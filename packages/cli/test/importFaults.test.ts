import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countServices, mainNode, nodeProgress } from '@shirube/catalog';
import { temporaryDirectory } from '@shirube/testing';
import t from 'tap';
import { emptyCatalog } from './emptyCatalog.js';
import { lines, registration } from './registration.js';
import { shirube } from './shirube.js';

t.test('bad lines are reported with their number and every fault; the good ones are kept', async (t) => {
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

t.test('bytes that are not UTF-8 make a bad line', async (t) => {
  const { env } = await emptyCatalog(t);
  const file = join(await temporaryDirectory(t), 'latin1.ndjson');
  await writeFile(file, Buffer.concat([Buffer.from(lines(1, 1)), Buffer.from('{"name":"caf\u{e9}"}', 'latin1')]));
  const { code, stderr } = await shirube(['import', file], env);
  t.equal(code, 1);
  t.equal(stderr, 'line 2: is not valid UTF-8\n');
});

t.test('a line is checked as a registration is', async (t) => {
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

t.test('what cannot be read is one sentence', async (t) => {
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
  const { code, stderr } = await shirube(['import', '-'], { ...env, REDIS_URL: 'redis://127.0.0.1:1' }, lines(1, 5));
  t.equal(code, 0);
  t.match(stderr, /the index queue cannot be used: .*the indexer finds the changes in the log itself/);
  t.equal((await nodeProgress(database, mainNode)).pending, 5);
});
