import t from 'tap';
import { pageNumbers } from '../dist/browser/list/pager.js';

t.test('the first, the last and the neighbouring pages are linked', async (t) => {
  t.strictSame(pageNumbers(1, 1), [1]);
  t.strictSame(pageNumbers(2, 3), [1, 2, 3]);
  t.strictSame(pageNumbers(6, 85), [1, undefined, 5, 6, 7, undefined, 85]);
  t.strictSame(pageNumbers(85, 85), [1, undefined, 84, 85]);
});
