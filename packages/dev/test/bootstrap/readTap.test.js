import t from 'tap';
import { failures, readTap } from '../../bootstrap/readTap.js';

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

t.test('the sums are those of tap, and what was skipped is named with its reason', async (t) => {
  t.same(readTap(output), { passed: 1, failed: 1, skipped: ['Redis: redis-server is not on PATH'] });
});

t.test('output that ends before its end counts as a failure', async (t) => {
  t.same(readTap(output.slice(0, 8)).failed, 1);
  t.same(readTap([]).failed, 1);
});

t.test('a failure is shown with all its details and without what went well', async (t) => {
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
