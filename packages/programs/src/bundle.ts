import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleStart, ownPlaces } from './ownPlaces.js';

// A program loads some 1,500 modules, which takes Node longer than all else at its start. What they share is written
// once, and what is loaded when it is first needed stays so.
const root = fileURLToPath(new URL('../../../', import.meta.url));
const chunks = 'packages/programs/chunks';
const services = ['write-api', 'read-api', 'indexer', 'monitor', 'standalone'];
const programs = [
  ...services.map((name) => `services/${name}/server`),
  'packages/cli/main',
  'packages/stack/main',
];
const inside = (folder: string, program: string) => program.replace(/\/(?=[^/]+$)/, `/${folder}/`);

await rm(`${root}${chunks}`, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  // From its source: what it was compiled to is what is replaced.
  entryPoints: programs.map((program) => ({
    in: `${inside('src', program)}.ts`,
    out: inside('dist', program),
  })),
  outdir: '.',
  allowOverwrite: true,
  bundle: true,
  splitting: true,
  chunkNames: `${chunks}/[name]-[hash]`,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  legalComments: 'none',
  logLevel: 'warning',
  banner: { js: bundleStart },
  plugins: [ownPlaces(root)],
});
