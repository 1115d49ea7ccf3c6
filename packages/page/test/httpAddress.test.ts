import t from 'tap';
import { httpAddress } from '../dist/browser/httpAddress.js';

t.test('only plain web addresses become links', async (t) => {
  t.equal(httpAddress('https://api.example.com/v1?x=1'), 'https://api.example.com/v1?x=1');
  t.equal(httpAddress('HTTP://api.example.com'), 'HTTP://api.example.com');
  for (const text of ['javascript:alert(1)', 'data:text/html,x', 'ftp://a.example', '//a.example', 'https://', '']) {
    t.equal(httpAddress(text), undefined, text);
  }
  t.equal(httpAddress('https://bank.example@evil.example/'), undefined);
});
