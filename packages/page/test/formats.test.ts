import { execFileSync } from 'node:child_process';
import { shellQuote } from '@shirube/domain/snippets';
import t from 'tap';
import { httpAddress, plainAmount } from '../dist/browser/formats.js';

t.test('a quoted text reaches a command as it is, and runs nothing', async (t) => {
  for (const text of ['https://a.example/?q=1&b=$(id)', "https://a.example/';touch x;'", '`id` "x" \\ !! 標', "'"]) {
    t.equal(execFileSync('sh', ['-c', `printf %s ${shellQuote(text)}`], { encoding: 'utf8' }), text);
  }
});

t.test('an amount is shown without needless zeros and without rounding', async (t) => {
  t.equal(plainAmount('0.0100'), '0.01');
  t.equal(plainAmount('007'), '7');
  t.equal(plainAmount('0.000'), '0');
  t.equal(plainAmount('10'), '10');
  t.equal(plainAmount('12345678901234567890.123456789012345678'), '12345678901234567890.123456789012345678');
});

t.test('only plain web addresses become links', async (t) => {
  t.equal(httpAddress('https://api.example.com/v1?x=1'), 'https://api.example.com/v1?x=1');
  t.equal(httpAddress('HTTP://api.example.com'), 'HTTP://api.example.com');
  const refused = ['javascript:alert(1)', 'data:text/html,x', 'ftp://a.example', '//a.example', 'https://', ''];
  for (const text of refused) t.equal(httpAddress(text), undefined, text);
  t.equal(httpAddress('https://bank.example@evil.example/'), undefined);
});
