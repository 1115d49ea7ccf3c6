import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.js';
import { membersWith } from './workspace.js';

/** Compiles all test folders. */
export async function compileTests() {
  const folders = membersWith('test').map((member) => join(member, 'test'));
  await run('Compiling the tests', 'node', ['packages/dev/dist/bundle/compileTests.js', ...folders]);
}

/**
 * Lists the test files of a tier: those in the folders `test/stack`, or all others.
 * @param {boolean} isStack
 */
export function testFiles(isStack) {
  return membersWith('test')
    .map((member) => join(member, 'test'))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.test\.[jt]s$/.test(file) && file.startsWith(join('stack', '/')) === isStack)
        .map((file) => join(folder, file)),
    );
}

/**
 * Returns the path of a compiled test file.
 * @param {string} file
 */
export const compiled = (file) => file.replace(/\btest\/(.*)\.ts$/, 'dist-test/$1.js');

/**
 * Whether a test file is bundled, so that it starts quickly. The tests of the page are not, because they load a browser
 * and a bundler, which look for their own files next to them.
 * @param {string} file
 */
export const isBundled = (file) => file.endsWith('.ts') && !file.startsWith('packages/page/');

/**
 * Returns the path of the file that is run for a test file.
 * @param {string} file
 */
export const executable = (file) =>
  isBundled(file) ? `packages/dev/bundled-tests/${compiled(file).replaceAll('/', '+')}` : compiled(file);
