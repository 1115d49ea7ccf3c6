import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countServices, mainNode, nodeProgress } from '@shirube/catalog';
import { temporaryDirectory } from '@shirube/testing';
import t from 'tap';
import { emptyCatalog } from './emptyCatalog.js';
import { lines } from './registration.js';
import { shirube, shirubeJson } from './shirube.js';

t.test('a file becomes services, each in the log', async (t) => {
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

  t.test('and importing it again changes nothing', async (t) => {
    const again = await shirube(['import', file], env);
    t.equal(again.code, 0);
    t.match(again.stdout, '1,200 lines skipped: already imported.');
    t.equal(await countServices(database), 1200);
  });

  t.test('and of a longer file only what is new', async (t) => {
    const result = await shirubeJson(['import', '-'], env, lines(1001, 1300));
    t.match(result, { imported: 100, alreadyImported: 200, bad: 0, lastLine: 300 });
    t.equal(await countServices(database), 1300);
  });
});

t.test('the wrong file is noticed after 20 lines', async (t) => {
  const { env } = await emptyCatalog(t);
  const csv = 'name,price\n'.repeat(1_000);
  const { code, stdout, stderr } = await shirube(['import', '-'], env, csv);
  t.equal(code, 1);
  t.match(stdout, 'Stopped: the first 20 lines are all invalid. Is this the right file?');
  t.equal(stderr.match(/^line \d+:/gm)?.length, 20);
  const many = await shirube(['import', '-'], env, `${lines(1, 1)}${'{}\n'.repeat(30)}${lines(2, 2)}`);
  t.match(many.stdout, /Imported 2 services.*\n30 invalid lines skipped/, 'a good line says that it is the right one');
});

t.test('a dry run stores nothing, and says what an import would', async (t) => {
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
