import t from 'tap';
import { plainAmount } from '../dist/browser/plainAmount.js';

t.test('an amount is shown without needless zeros and without rounding', async (t) => {
  t.equal(plainAmount('0.0100'), '0.01');
  t.equal(plainAmount('007'), '7');
  t.equal(plainAmount('0.000'), '0');
  t.equal(plainAmount('10'), '10');
  t.equal(plainAmount('12345678901234567890.123456789012345678'), '12345678901234567890.123456789012345678');
});
