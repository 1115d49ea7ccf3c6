import t from 'tap';
import { memoize } from '../dist/memoize.js';

t.test('a result is computed once while it is used', async (t) => {
  const computed: string[] = [];
  const length = memoize(10, (text) => computed.push(text) && text.length);
  for (let i = 0; i < 100; i += 1) {
    t.equal(length('often'), 5);
    t.equal(length(`once ${i}`), `once ${i}`.length);
  }
  t.equal(computed.filter((text) => text === 'often').length, 1);
});

t.test('results that were not used lately are dropped, so that memory stays bounded', async (t) => {
  const computed: string[] = [];
  const length = memoize(10, (text) => computed.push(text) && text.length);
  const texts = Array.from({ length: 30 }, (_, i) => `text ${i}`);
  for (const text of texts) length(text);
  for (const text of texts.slice(-10)) length(text);
  t.equal(computed.length, 30, 'the last ten are known');
  for (const text of texts.slice(0, 10)) length(text);
  t.equal(computed.length, 40, 'the first ten are not');
});

t.test('results for long texts are not cached', async (t) => {
  const computed: string[] = [];
  const length = memoize(10, (text) => computed.push(text) && text.length);
  const long = '天気予報'.repeat(50);
  t.equal(length(long), 200);
  t.equal(length(long), 200);
  t.equal(computed.length, 2);
});
