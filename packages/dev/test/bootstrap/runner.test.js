import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import t from 'tap';
import { longestFirst } from '../../bootstrap/fileSeconds.js';
import { failures, readTap } from '../../bootstrap/readTap.js';
import { missingParts, requiredParts } from '../../bootstrap/requiredParts.js';
import { executable, testFiles } from '../../bootstrap/testFiles.js';
import { root } from '../../bootstrap/workspace.js';

const output = `TAP version 14
# Subtest: needs a server
    ok 1 - Redis # SKIP redis-server is not on PATH
    1..1
ok 1 - needs a server # time=1ms

# Subtest: adds
    ok 1 - should be equal
    not ok 2 - should be equal
      ---
      diff: |
        -2
        +1
      # a comment in the details
      ...
    1..2
not ok 2 - adds # time=2ms

1..2
# { total: 3, pass: 1, fail: 1, skip: 1 }
# time=14.196ms`.split('\n');

t.test('the runner adds up what tap counts, and names each skipped test with its reason', async (t) => {
  t.same(readTap(output), { passed: 1, failed: 1, skipped: ['Redis: redis-server is not on PATH'] });
});

t.test('output of a test file that ends too early counts as a failure', async (t) => {
  t.same(readTap(output.slice(0, 8)).failed, 1);
  t.same(readTap([]).failed, 1);
});

t.test('a failure is printed with all its details and without the assertions that passed', async (t) => {
  t.same(failures(output), [
    '    not ok 2 - should be equal',
    '      ---',
    '      diff: |',
    '        -2',
    '        +1',
    '      # a comment in the details',
    '      ...',
    'not ok 2 - adds # time=2ms',
  ]);
});

t.test('a skipped test of a required part is missing', async (t) => {
  const skipped = ['Redis: redis-server is not on PATH', 'faults: meilisearch, nginx not on PATH', 'Python: no x402'];
  t.strictSame(missingParts(skipped, requiredParts('redis, nginx')), skipped.slice(0, 2));
  t.strictSame(missingParts(skipped, requiredParts('chromium')), []);
  t.strictSame(missingParts(skipped, requiredParts('')), [], 'no part is required by default');
});

t.test('an unknown name of a required part is an error', async (t) => {
  t.throws(() => requiredParts('redis,chrome'), /REQUIRE_PARTS names chrome; known are redis/);
});

t.test('files that never ran come first, the largest of them before the others, and then the slowest', async (t) => {
  const folder = relative(root, t.testdir());
  const names = ['slow', 'new', 'quick', 'large and new', 'slowest'];
  const files = names.map((name) => join(folder, name));
  for (const [at, file] of files.entries())
    await writeFile(join(root, file), names[at] === 'large and new' ? 'xx' : 'x');
  const seconds = { [join(folder, 'quick')]: 1, [join(folder, 'slow')]: 20, [join(folder, 'slowest')]: 300 };
  t.strictSame(
    longestFirst(files, seconds),
    ['large and new', 'new', 'slowest', 'slow', 'quick'].map((name) => join(folder, name)),
  );
  t.strictSame(
    files,
    names.map((name) => join(folder, name)),
    'the given list stays as it is',
  );
});

t.test('the files in the folders test/stack are the second tier, and all others the first', async (t) => {
  const [quick, stack] = [testFiles(false), testFiles(true)];
  t.ok(quick.includes('packages/dev/test/bootstrap/runner.test.js'));
  t.ok(stack.includes('packages/dev/test/stack/faults.test.ts'));
  for (const file of [...quick, ...stack]) {
    t.equal(stack.includes(file), /^\w+\/[\w-]+\/test\/stack\//.test(file), file);
    t.equal(quick.includes(file), !stack.includes(file), file);
    t.ok(existsSync(join(root, file)), file);
  }
});

t.test('tests are bundled, except those in JavaScript and those of the page', async (t) => {
  const bundle = 'packages/dev/bundled-tests/services+indexer+dist-test+stack+a.test.js';
  t.equal(executable('services/indexer/test/stack/a.test.ts'), bundle);
  t.equal(executable('packages/page/test/browser.test.ts'), 'packages/page/dist-test/browser.test.js');
  t.equal(executable('packages/dev/test/bootstrap/a.test.js'), 'packages/dev/test/bootstrap/a.test.js');
});
