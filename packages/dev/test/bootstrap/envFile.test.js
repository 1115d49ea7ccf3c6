import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { meilisearchKey, meilisearchKeyIds, writeSecrets } from '../../bootstrap/envFile.js';

t.test('the secrets are random, complete and for their owner only, and are made once', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'shirube-secrets-'));
  t.teardown(() => rm(directory, { recursive: true }));
  const file = join(directory, '.env');
  const written = writeSecrets(file);
  t.equal((await stat(file)).mode & 0o777, 0o600);
  const text = await readFile(file, 'utf8');
  const names = text
    .trim()
    .split('\n')
    .map((line) => line.split('=')[0]);
  t.strictSame(written, names);
  t.strictSame(names, [
    'POSTGRES_PASSWORD',
    'POSTGRES_READER_PASSWORD',
    'REDIS_PASSWORD',
    'METRICS_TOKEN',
    'MEILI_MASTER_KEY',
    'MEILI_READER_KEY',
    'MEILI_INDEXER_KEY',
    'BOOTSTRAP_API_KEY',
  ]);
  const values = text
    .trim()
    .split('\n')
    .map((line) => line.slice(line.indexOf('=') + 1));
  t.equal(new Set(values).size, values.length, 'no two are alike');
  for (const value of values) t.match(value, /^[\w-]{40,}$/, 'nothing that a shell or an address would read');

  t.strictSame(writeSecrets(file), [], 'a second time nothing is written');
  t.equal(await readFile(file, 'utf8'), text);
  const other = join(directory, 'other.env');
  writeSecrets(other);
  t.not(await readFile(other, 'utf8'), text);
});

t.test('an .env of an earlier version gets the missing secrets, and keeps the others', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'shirube-secrets-'));
  t.teardown(() => rm(directory, { recursive: true }));
  const file = join(directory, '.env');
  const before = 'POSTGRES_PASSWORD=old\nMEILI_MASTER_KEY=master\nLOG_LEVEL=debug';
  await writeFile(file, before);
  t.notOk(writeSecrets(file).includes('POSTGRES_PASSWORD'));
  const text = await readFile(file, 'utf8');
  t.ok(text.startsWith(`${before}\n`));
  t.match(text, /^POSTGRES_READER_PASSWORD=\w{48}$/m);
  const key = meilisearchKey('master', meilisearchKeyIds.MEILI_READER_KEY);
  t.match(text, `\nMEILI_READER_KEY=${key}\n`, 'the keys of Meilisearch follow from its master key');
});
