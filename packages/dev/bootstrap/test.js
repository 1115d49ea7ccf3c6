import { build } from './build.js';
import { install } from './install.js';
import { missingParts, requiredParts, UnknownPart } from './requiredParts.js';
import { requireNode } from './requireNode.js';
import { CommandFailed, run } from './run.js';
import { runTests } from './runTests.js';
import { compiled, compileTests, isBundled, testFiles } from './testFiles.js';
import { root } from './workspace.js';

const help = `Usage: npm test [-- file …]
       npm run test:stack

npm test checks the style and the types, builds, and runs the tests: everything that a change of behaviour should fail.
npm run test:stack runs the tests in the folders test/stack: the whole stack, faults, and packages as they are published.
With files, it builds and runs those.

Several files run at a time. Each worker has its own Postgres, and a Redis and a Meilisearch if redis-server and
meilisearch are on PATH. Skipped tests are listed at the end.
REQUIRE_PARTS=redis,meilisearch,nginx,chromium makes a missing part a failure.`;

requireNode();
const args = process.argv.slice(2);
const isStack = args[0] === '--stack';
if (isStack) args.shift();
if (args.includes('--help')) {
  console.log(help);
  process.exit();
}
process.chdir(root);
const existing = [...testFiles(false), ...testFiles(true)];
const wrong = args.filter((file) => !existing.includes(file));
if (wrong.length > 0) {
  console.error(`There is no test file ${wrong.join(', ')}. Name files as packages/catalog/test/log.test.ts does.`);
  process.exit(1);
}
const counts = await test().catch((error) => {
  if (!(error instanceof CommandFailed) && !(error instanceof UnknownPart)) throw error;
  console.error(`\nThe tests did not run: ${error.message}.`);
  return { passed: 0, failed: 1, skipped: 0 };
});
const skipped = counts.skipped ? `, ${counts.skipped} skipped` : '';
console.log(`\n${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exit(counts.failed ? 1 : 0);

async function test() {
  const required = requiredParts(process.env.REQUIRE_PARTS);
  await install();
  const isWhole = args.length === 0 && !isStack;
  const style = isWhole ? await check('Checking the style', 'biome', ['check']) : 0;
  await build();
  const types = isWhole ? await check('Checking the types', 'tsc', ['-b', 'packages']) : 0;
  await compileTests();
  const files = args.length > 0 ? args : testFiles(isStack);
  const bundles = files.filter(isBundled).map(compiled);
  await run('Bundling the tests', 'node', ['packages/dev/dist/bundle/bundleTests.js', ...bundles]);
  const { counts, skipped } = await runTests(files);
  if (skipped.size > 0) console.log('\nSkipped:');
  for (const [what, times] of skipped) console.log(`  ${what}${times > 1 ? ` (${times} times)` : ''}`);
  const missing = missingParts(skipped.keys(), required);
  if (missing.length > 0)
    console.log(`\nREQUIRE_PARTS is set, but these tests were skipped:\n  ${missing.join('\n  ')}`);
  return { ...counts, failed: counts.failed + style + types + missing.length };
}

/**
 * Runs a check. If it fails, it counts as one failure, but the tests run anyway.
 * @param {string} what
 * @param {string} command
 * @param {string[]} args
 */
async function check(what, command, args) {
  try {
    await run(what, `node_modules/.bin/${command}`, args);
    return 0;
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    console.error(`${error.message}.`);
    return 1;
  }
}
