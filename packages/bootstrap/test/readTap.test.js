import t from 'tap';
import { failures, tapReport } from '../tapReport.js';

const output = `TAP version 14
1..3
# Subtest: packages/a/test/good.test.ts
    # Subtest: needs a server
        ok 1 - Redis # SKIP redis-server is not on PATH
        1..1
    ok 1 - needs a server # time=1ms
    1..1
ok 1 - packages/a/test/good.test.ts # time=113.288ms

# Subtest: packages/a/test/bad.test.ts
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
    not ok 1 - adds # time=2ms
    1..1
not ok 2 - packages/a/test/bad.test.ts # time=4ms
  ---
  exitCode: 1
  ...

not ok 3 - timeout!
  ---
  expired: packages/a/test/slow.test.ts
  ...

# { total: 4, pass: 1, fail: 2, skip: 1 }
# time=14765.196ms`.split('\n');

function read(lines: string[]) {
  const files: Parameters<Parameters<typeof tapReport>[0]>[0][] = [];
  const report = tapReport((file) => files.push(file));
  for (const line of lines) report.line(line);
  report.end();
  return { files, ...report };
}

t.test('each file is told of with its result, and the sums are those of tap', async (t) => {
  const { files, counts } = read(output);
  t.same(
    files.map(({ name, ok, time }) => ({ name, ok, time })),
    [
      { name: 'packages/a/test/good.test.ts', ok: true, time: '113.288ms' },
      { name: 'packages/a/test/bad.test.ts', ok: false, time: '4ms' },
      { name: 'timeout!', ok: false, time: '' },
    ],
  );
  t.same(counts, { passed: 1, failed: 2, skipped: 1 });
});

t.test('what was skipped is named with its reason and counted', async (t) => {
  const skips = output.filter((line) => line.includes('# SKIP'));
  const { skipped } = read([...output, ...skips]);
  t.same([...skipped], [['Redis: redis-server is not on PATH', 2]]);
});

t.test('a failure is shown with all its details and without what went well', async (t) => {
  const bad = read(output).files[1];
  t.same(failures(bad?.lines ?? []), [
    '        not ok 2 - should be equal',
    '          ---',
    '          diff: |',
    '            -2',
    '            +1',
    '          # a comment in the details',
    '          ...',
    '    not ok 1 - adds # time=2ms',
    'not ok 2 - packages/a/test/bad.test.ts # time=4ms',
    '  ---',
    '  exitCode: 1',
    '  ...',
  ]);
});

t.test('a file that is cut short says which file it was', async (t) => {
  t.match(read(output).files[2]?.lines.join('\n'), /expired: packages\/a\/test\/slow.test.ts/);
});
