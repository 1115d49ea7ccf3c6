import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { unlessDone } from './fingerprint.js';
import { run } from './run.js';
import { membersWith, root } from './workspace.js';

const openApi = 'docs/openapi.json';
const clientTypes = 'packages/client/src/contract.ts';
const clientOperations = 'packages/client/src/operations.ts';
const kernel = 'packages/language/src/vectors/kernelCode.ts';

/**
 * Compiles what has changed. Returns at once if nothing has. The services have no configuration of TypeScript: they are
 * bundled from their source, and `npm test` checks their types.
 */
export async function build() {
  const present = membersWith('src').every((member) => existsSync(join(root, member, 'dist')));
  await unlessDone('built', { input: sources(), present }, async () => {
    await run('Writing the types of the client', 'packages/client/node_modules/.bin/openapi-typescript', [
      openApi,
      '--output',
      clientTypes,
    ]);
    await run('Writing the operations of the client', 'node', ['packages/dev/bootstrap/clientOperations.js']);
    await run('Compiling the vector kernel', 'node', ['packages/dev/bootstrap/compileKernel.js']);
    await run('Building', 'node_modules/.bin/tsc', ['-b', ...membersWith('tsconfig.json')]);
    await run('Bundling the page', 'node', ['packages/page/dist/bundle.js']);
    await run('Bundling the programs', 'node', ['packages/dev/dist/bundle/bundlePrograms.js']);
  });
}

function sources() {
  const files = membersWith('src')
    .flatMap(filesOf)
    .filter((file) => ![clientTypes, clientOperations, kernel].includes(file));
  return ['pnpm-lock.yaml', 'tsconfig.base.json', openApi, ...files].map((file) => {
    const { mtimeMs, size } = statSync(join(root, file));
    return `${file} ${mtimeMs} ${size}`;
  });
}

/** @param {string} member */
function filesOf(member) {
  const inside = readdirSync(join(root, member, 'src'), { recursive: true, encoding: 'utf8' });
  return ['package.json', 'tsconfig.json', ...inside.map((file) => join('src', file))]
    .map((file) => join(member, file))
    .filter((file) => statSync(join(root, file), { throwIfNoEntry: false })?.isFile());
}
