import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './bundle.js';

// node packages/dev/dist/bundle/compileTests.js FOLDER …: compiles the files of each `test` folder into `dist-test` beside
// it, where they find the same files by relative paths. tsc only checks their types.
const folders = process.argv.slice(2);

async function entriesOf(folder: string) {
  const files = await readdir(join(root, folder), { recursive: true });
  return files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ in: join(folder, file), out: join(folder, '../dist-test', file.replace(/\.ts$/, '')) }));
}

await build({
  absWorkingDir: root,
  entryPoints: (await Promise.all(folders.map(entriesOf))).flat(),
  outdir: '.',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
});
