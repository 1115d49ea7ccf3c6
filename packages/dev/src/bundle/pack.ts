import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { bundle, root } from './bundle.js';

// node packages/dev/dist/bundle/pack.js [FOLDER]: writes the packages of a release, the client and the command line, into
// the folder as npm would publish them, and prints their names.
const run = promisify(execFile);
const into = resolve(process.argv[2] ?? '.');

/** The data files that the command line reads. */
const data = ['packages/catalog/migrations', 'packages/catalog/functions', 'packages/language/data'];

async function readJson(path: string) {
  return JSON.parse(await readFile(join(root, path), 'utf8'));
}

/** Writes the command line with everything that it needs from this workspace. Only Postgres is a dependency. */
async function writeCommandLine(folder: string): Promise<void> {
  await bundle([{ in: 'packages/cli/src/main.ts', out: 'packages/cli/dist/main' }], 'packages/dev/chunks', {
    outdir: folder,
  });
  for (const part of data) await cp(join(root, part), join(folder, part), { recursive: true });
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  await cp(join(root, 'packages/cli/README.md'), join(folder, 'README.md'));
  const { version, license, engines } = await readJson('package.json');
  const { optionalDependencies } = await readJson('packages/local-postgres/package.json');
  const description = 'The command line of Shirube, a directory of APIs that are paid per request over x402';
  const bin = { shirube: 'packages/cli/dist/main.js' };
  const manifest = {
    name: 'shirube',
    version,
    description,
    license,
    type: 'module',
    bin,
    engines,
    optionalDependencies,
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
}

const staging = await mkdtemp(join(tmpdir(), 'shirube-pack-'));
try {
  await writeCommandLine(staging);
  await mkdir(into, { recursive: true });
  for (const folder of [join(root, 'packages/client'), staging]) {
    const { stdout } = await run('npm', ['pack', '--pack-destination', into], { cwd: folder });
    process.stdout.write(stdout);
  }
} finally {
  await rm(staging, { recursive: true, force: true });
}
