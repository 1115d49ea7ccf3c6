import { execFileSync } from 'node:child_process';
import t from 'tap';
import { shellQuote } from '../dist/browser/shellQuote.js';

t.test('a quoted text reaches a command as it is, and runs nothing', async (t) => {
  for (const text of ['https://a.example/?q=1&b=$(id)', "https://a.example/';touch x;'", '`id` "x" \\ !! 標', "'"]) {
    t.equal(execFileSync('sh', ['-c', `printf %s ${shellQuote(text)}`], { encoding: 'utf8' }), text);
  }
});
