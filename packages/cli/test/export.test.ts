import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@shirube/testing';
import t from 'tap';
import { emptyCatalog } from './emptyCatalog.js';
import { lines } from './registration.js';
import { runProgram, shirube, shirubeJson, startShirube } from './shirube.js';

t.test('export', async (t) => {
  const { env } = await emptyCatalog(t);
  await shirubeJson(['import', '-'], env, lines(1, 2000));

  t.test('writes the document to standard output', async (t) => {
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

  t.test('or to a file, which is there only when it is whole', async (t) => {
    const directory = await temporaryDirectory(t);
    const file = join(directory, 'catalog.json');
    const result = await shirubeJson(['export', file], env);
    const content = await readFile(file);
    t.same(result, { file, bytes: content.length });
    t.equal(JSON.parse(content.toString()).endpoints.length, 2000);
    t.same(await readdir(directory), ['catalog.json']);
  });

  t.test('a file that cannot be written is one sentence', async (t) => {
    const directory = await temporaryDirectory(t);
    const { code, stdout, stderr } = await shirube(['export', join(directory, 'none', 'x.json')], env);
    t.equal(code, 1);
    t.equal(stdout, '');
    t.match(stderr, /^shirube: ENOENT.*\n$/);
  });

  t.test('a reader that stops reading is no failure', async (t) => {
    const { child, ended } = startShirube(['export'], env);
    child.stdout.once('data', () => child.stdout.destroy());
    const { code, stderr } = await ended.catch(() => ({ code: child.exitCode, stderr: '' }));
    t.equal(stderr, '');
    t.ok(code === 0 || code === null);
  });
});
