import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.js';
import { install } from './install.js';
import { missingParts, requiredParts, UnknownPart } from './requiredParts.js';
import { requireNode } from './requireNode.js';
import { CommandFailed, run } from './run.js';
import { runTests } from './runTests.js';
import { compiled, compileTests, isBundled } from './testFiles.js';
import { membersWith, root } from './workspace.js';

const help = `Usage: npm test [-- file …]

Without files: checks the style, builds, and runs all tests.
With files: builds and runs those.

The tests share one Postgres, which is started for them. Redis and Meilisearch are used if redis-server and
meilisearch are on PATH, or REDIS_URL and MEILI_URL (with MEILI_API_KEY) are set. Skipped tests are listed at the end.
REQUIRE_PARTS=redis,meilisearch,nginx,chromium makes a missing part a failure.`;

requireNode();
const args = process.argv.slice(2);
if (args.includes('--help')) {
  console.log(help);
  process.exit();
}
process.chdir(root);
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
  const style = args.length > 0 ? 0 : await check('Checking the style', 'biome', ['check']);
  await build();
  const types = await check('Checking the types', 'tsc', ['-b', 'packages']);
  await compileTests();
  const files = args.length > 0 ? args : testFiles();
  const bundles = files.filter(isBundled).map(compiled);
  await run('Bundling the tests', 'node', ['packages/dev/dist/bundle/bundleTests.js', ...bundles]);
  const { counts, skipped } = await withPostgres((url) => runTests(files, { TEST_POSTGRES_URL: url }));
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

/** Lists the test files. Those of the services take longest and come first, so that all cores are busy to the end. */
function testFiles() {
  return membersWith('test')
    .reverse()
    .map((member) => join(member, 'test'))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.test\.[jt]s$/.test(file))
        .map((file) => join(folder, file)),
    );
}

/**
 * Runs a Postgres for the duration of the work. It ends with this process, however the process ends.
 * @template T
 * @param {(url: string) => Promise<T>} work
 */
async function withPostgres(work) {
  const { startLocalPostgres } = await import('../../local-postgres/dist/index.js');
  const dataDir = mkdtempSync(join(tmpdir(), 'shirube-test-'));
  // If root starts it, Postgres runs as another user, who needs access to the directory.
  chmodSync(dataDir, 0o755);
  const postgres = await startLocalPostgres({ dataDir, durable: false });
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
