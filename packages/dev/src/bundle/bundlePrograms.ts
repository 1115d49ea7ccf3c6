import { rm } from 'node:fs/promises';
import { bundle, root } from './bundle.js';

const chunks = 'packages/dev/chunks';
const services = ['write-api', 'read-api', 'indexer', 'monitor', 'standalone'];
const programs = [...services.map((name) => `services/${name}/server`), 'packages/cli/main', 'packages/dev/runStack'];
const inside = (folder: string, program: string) => program.replace(/\/(?=[^/]+$)/, `/${folder}/`);

await rm(`${root}${chunks}`, { recursive: true, force: true });
// Bundled from the source, because the bundle replaces the compiled file.
await bundle(
  programs.map((program) => ({ in: `${inside('src', program)}.ts`, out: inside('dist', program) })),
  chunks,
);
