import { rm } from 'node:fs/promises';
import { bundle, root } from './bundle.js';

const folder = 'packages/dev/bundled-tests';

await rm(`${root}${folder}`, { recursive: true, force: true });
await bundle(
  process.argv.slice(2).map((test) => ({
    in: test,
    out: `${folder}/${test.replaceAll('/', '+').replace(/\.js$/, '')}`,
  })),
  folder,
  // Each program reads the maps of all it loads, so they leave out the sources.
  { external: ['tap'], sourcemap: true, sourcesContent: false },
);
