import { hash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changeService, recordCheck, removeService } from '@shirube/catalog';
import { temporaryDirectory } from '@shirube/testing';
import t from 'tap';
import { emptyCatalog } from './emptyCatalog.js';
import { lines, registration } from './registration.js';
import { runProgram, shirube, shirubeJson, startShirube } from './shirube.js';

const category = 'weather';

t.test('the export for scanners is written to standard output or a file', async (t) => {
  const { env } = await emptyCatalog(t);
  await shirubeJson(['import', '-'], env, lines(1, 2000));

  t.test('without a file the document is written to standard output', async (t) => {
    const { code, stdout, stderr } = await runProgram(['export'], { ...env, EXPORT_SOURCE: '道標' });
    t.equal(code, 0);
    t.equal(stderr, '');
    const document = JSON.parse(stdout);
    t.match(document, {
      version: '1.0',
      source: '道標',
      endpoints: [{ name: 'サービス 1', category: 'Weather' }],
    });
    t.equal(document.endpoints.length, 2000);
  });

  t.test('the file of an export is there only when it is whole', async (t) => {
    const directory = await temporaryDirectory(t);
    const file = join(directory, 'catalog.json');
    const result = await shirubeJson(['export', file], env);
    const content = await readFile(file);
    t.same(result, { file, bytes: content.length });
    t.equal(JSON.parse(content.toString()).endpoints.length, 2000);
    t.same(await readdir(directory), ['catalog.json']);
  });

  t.test('a file that cannot be written is answered with one sentence', async (t) => {
    const directory = await temporaryDirectory(t);
    const { code, stdout, stderr } = await shirube(['export', join(directory, 'none', 'x.json')], env);
    t.equal(code, 1);
    t.equal(stdout, '');
    t.match(stderr, /^shirube: ENOENT.*\n$/);
  });

  t.test('an export whose reader stops reading ends without a failure', async (t) => {
    const { child, ended } = startShirube(['export'], env);
    child.stdout.once('data', () => child.stdout.destroy());
    t.match(await ended, { code: 0, stderr: /^$/ });
  });
});

t.test('a full export holds everything, and an import takes it over or refuses it as a whole', async (t) => {
  const folder = await temporaryDirectory(t);
  const file = join(folder, 'catalog.ndjson');
  const from = await emptyCatalog(t);
  const to = await emptyCatalog(t);
  const described = { tags: ['天気'], call: { type: 'http', method: 'POST', body: { type: 'object', title: '{"}' } } };
  await shirubeJson(['import', '-'], from.env, lines(1, 2) + JSON.stringify(registration(3, described)));
  const { rows } = await from.database.query<{ id: string }>('select id from services order by id');
  const [first, second] = rows.map(({ id }) => id);
  await changeService(from.database, first ?? '', { status: 'verified', trustScore: 80 });
  const lastChecked = new Date('2026-02-03T04:05:06.789Z');
  const check = { uptimeScore: 99.5, lastChecked, txCount: 12, totalRevenue: '0.000000000000000001' };
  await recordCheck(from.database, first ?? '', check);
  const accepted = { scheme: 'exact', network: 'eip155:8453', asset: '0x1', amount: '100', payTo: '0x2' };
  const observed = { details: { tags: ['seen'] }, accepts: [accepted] };
  await from.database.query('update services set observed = $2 where id = $1', [second, JSON.stringify(observed)]);
  await shirubeJson(['category', 'label', category, '--label', 'Chosen label', '--label-ja', '選んだ名'], from.env);
  const exported = async (env: typeof from.env) => {
    await shirubeJson(['export', file, '--full'], env);
    return (await readFile(file, 'utf8')).trimEnd().split('\n');
  };
  const whole = await exported(from.env);

  await t.test('a full export has a line for each service, a head, and an end with count and digest', async (t) => {
    t.equal(whole.length, 5);
    t.match(JSON.parse(whole[0] ?? ''), {
      catalog: { version: '1.0', source: 'shirube', cursor: /^\w+\.\d+\.0$/ },
    });
    t.match(JSON.parse(whole[1] ?? ''), {
      id: first,
      status: 'verified',
      trustScore: 80,
      uptimeScore: 99.5,
      lastChecked: '2026-02-03T04:05:06.789Z',
      txCount: 12,
      totalRevenue: '0.000000000000000001',
    });
    t.match(JSON.parse(whole[2] ?? ''), { observed });
    t.match(JSON.parse(whole[3] ?? ''), described);
    t.match(JSON.parse(whole[4] ?? ''), { end: { count: 3, sha256: /^[0-9a-f]{64}$/ } });
  });

  await t.test('a full export that is imported into an empty directory and exported again is the same', async (t) => {
    t.match(await shirubeJson(['import', file], to.env), { imported: 3, bad: 0 });
    t.strictSame((await exported(to.env)).slice(1, 4), whole.slice(1, 4));
    t.match(
      await shirubeJson(['category', 'list'], to.env),
      [{ id: category, label: 'Chosen label', labelJa: '選んだ名' }],
      'with the labels of categories',
    );
    await writeFile(file, `${whole.join('\n')}\n`);
    t.match(await shirubeJson(['import', file], to.env), { imported: 0, alreadyImported: 3 }, 'again it is there');
    await removeService(to.database, second ?? '');
    t.match(await shirubeJson(['import', file], to.env), { imported: 0, removed: 1 }, 'what is removed stays so');
    t.match(await shirubeJson(['import', file, '--dry-run'], to.env), { imported: 0, removed: 1 });
    t.match(await shirubeJson(['import', file, '--dry-run', '--restore'], to.env), { imported: 1 });
    t.match(await shirubeJson(['import', file, '--restore'], to.env), { imported: 1 });
    t.strictSame((await exported(to.env)).slice(1, 4), whole.slice(1, 4));
  });

  await t.test(
    'a full export that is truncated or was changed is refused, with the line, and nothing of it is stored',
    async (t) => {
      const cases: [lines: string[], message: RegExp][] = [
        [whole.slice(0, 4), /line 4: The last line is missing: the export is truncated; nothing of it is imported/],
        [[...whole.slice(0, 3), whole[4] ?? ''], /line 4: The last line says 3 services, but 2 are above it/],
        [whole.map((line) => line.replace('"trustScore":80', '"trustScore":100')), /does not have the SHA-256/],
      ];
      const target = await emptyCatalog(t);
      for (const [changed, message] of cases) {
        const text = `${changed.join('\n')}\n`;
        await writeFile(file, text);
        for (const [args, input] of [
          [[file, '--dry-run'], ''],
          [[file], ''],
          [['-'], text],
        ] as const) {
          const { code, stdout, stderr } = await shirube(['import', ...args], target.env, input);
          t.equal(code, 1);
          t.match(stderr, message);
          t.notMatch(stdout, /mported [1-9]/);
        }
      }
      t.strictSame(await shirubeJson(['category', 'list'], target.env), [], 'not even its labels');
      t.match((await shirube(['import', '--help'], target.env)).stdout, /--force .*may be\s+forged/s);
      const forced = await shirube(['import', file, '--force'], target.env);
      t.match(forced, { code: 1, stderr: /it is imported all the same/, stdout: /Imported 3 services/ });
    },
  );

  await t.test('invalid lines of a complete export are reported with their number', async (t) => {
    const changed = whole.slice(1, 4).map((line) => line.replace('"trustScore":80', '"trustScore":101'));
    const sha256 = hash('sha256', `${changed.join('\n')}\n`);
    const end = JSON.stringify({ end: { count: 3, sha256 } });
    // Blank lines count.
    await writeFile(file, [whole[0], '', ...changed, end, ''].join('\n'));
    const { stderr, stdout } = await shirube(['import', file, '--dry-run'], (await emptyCatalog(t)).env);
    t.match(stderr, /line 3: trustScore must be/);
    t.match(stdout, /2 services/);
  });

  await t.test('the export for scanners can be imported too, with a note that it lacks descriptions', async (t) => {
    const scanned = await emptyCatalog(t);
    await shirubeJson(['export', file], from.env);
    const { code, stdout, stderr } = await shirube(['import', file], scanned.env);
    t.equal(code, 0);
    t.match(stderr, /It has no descriptions/);
    t.match(stdout, /Imported 3 services/);
    await writeFile(file, '{"version":"1.0","source":"x","endpoints":[');
    t.match(await shirube(['import', file], scanned.env), { code: 1, stderr: /is invalid or incomplete/ });
  });
});
