import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startDirectory, temporaryDirectory } from '@shirube/testing';
import t, { type Test } from 'tap';

const run = promisify(execFile);
const root = new URL('../../../../', import.meta.url);
const compiler = fileURLToPath(new URL('node_modules/.bin/tsc', root));
const { resolve } = createRequire(import.meta.url);
const client = fileURLToPath(new URL('../..', import.meta.url));

/** An empty project outside the repository, into which the packed client was installed. */
async function installPacked(t: Test): Promise<{ folder: string; files: string[] }> {
  const folder = await temporaryDirectory(t);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: client });
  const [packed]: { filename: string; files: { path: string }[] }[] = JSON.parse(stdout);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await run('npm', ['install', '--offline', `./${packed?.filename}`], { cwd: folder });
  return { folder, files: packed?.files.map(({ path }) => path).sort() ?? [] };
}

/** Compiles a project, and returns what the compiler says of it. */
async function check(folder: string): Promise<{ code: number; printed: string }> {
  const { code = 0, stdout, stderr } = await run(compiler, ['-p', folder]).catch((error) => error);
  return { code, printed: stdout + stderr };
}

t.test('the client works outside the repository', async (t) => {
  const { folder, files } = await installPacked(t);
  const guide = await readFile(new URL('docs/guides/build-a-frontend.md', root), 'utf8');
  const [, program = ''] = /^```ts\n(.*?)^```/ms.exec(guide) ?? [];
  await writeFile(join(folder, 'guide.ts'), program);

  await t.test('the package has its code, its types and its README, and needs no other package', async (t) => {
    t.ok(files.includes('dist/index.js'));
    for (const file of files) t.match(file, /^(package\.json|README\.md|dist\/\w+\.(js|d\.ts))$/);
    const installed = await readFile(join(folder, 'node_modules/@shirube/client/package.json'), 'utf8');
    t.notOk('dependencies' in JSON.parse(installed));
    for (const file of files.filter((file) => file.startsWith('dist/'))) {
      const text = await readFile(join(folder, 'node_modules/@shirube/client', file), 'utf8');
      t.notMatch(text, /(from |import\()['"](?!\.)/, `${file} needs no other package`);
    }
  });

  const surroundings = {
    'in a browser': { lib: ['es2023', 'dom', 'dom.iterable'], types: [] },
    'on Node.js': {
      lib: ['es2023'],
      types: ['node'],
      typeRoots: [dirname(dirname(resolve('@types/node/package.json', { paths: [fileURLToPath(root)] })))],
    },
  };
  for (const [where, options] of Object.entries(surroundings)) {
    await t.test(`the types of the package check strictly ${where}`, async (t) => {
      const compilerOptions = {
        module: 'nodenext',
        target: 'es2022',
        strict: true,
        ...options,
      };
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['guide.ts'] }));
      t.strictSame(await check(folder), { code: 0, printed: '' });
      await writeFile(join(folder, 'guide.ts'), `${program}await directory.listServices({ sortBy: 'colour' });\n`);
      t.match(await check(folder), { printed: /"colour"' is not assignable to type/ }, 'a wrong call is noticed');
      await writeFile(join(folder, 'guide.ts'), program);
    });
  }

  await t.test('the program of the guide runs with the package', async (t) => {
    const directory = await startDirectory(t);
    await writeFile(join(folder, 'guide.ts'), program.replaceAll('http://127.0.0.1:3000', directory.url));
    t.equal((await check(folder)).code, 0);
    const { stdout } = await run(process.execPath, [join(folder, 'guide.js')], { cwd: folder });
    t.match(stdout, /^0 services\n404 service_not_found undefined\n$/);
  });
});
