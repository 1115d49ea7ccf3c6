import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { writeSecrets } from '../envFile.js';

t.test('the secrets are random, complete and for their owner only, and are made once', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'shirube-secrets-'));
  t.teardown(() => rm(directory, { recursive: true }));
  const file = join(directory, '.env');
  t.equal(writeSecrets(file), true);
  t.equal((await stat(file)).mode & 0o777, 0o600);
  const text = await readFile(file, 'utf8');
  const names = text
    .trim()
    .split('\n')
    .map((line) => line.split('=')[0]);
  t.strictSame(names, [
    'POSTGRES_PASSWORD',
    'REDIS_PASSWORD',
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

  t.equal(writeSecrets(file), false, 'a second time nothing is written');
  t.equal(await readFile(file, 'utf8'), text);
  const other = join(directory, 'other.env');
  writeSecrets(other);
  t.not(await readFile(other, 'utf8'), text);
});
