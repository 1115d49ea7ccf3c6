import t from 'tap';
import { remembering } from '../dist/data/remembering.js';

t.test('what is asked for again and again is answered once', async (t) => {
  const asked: string[] = [];
  const length = remembering(10, (text) => asked.push(text) && text.length);
  for (let i = 0; i < 100; i += 1) {
    t.equal(length('often'), 5);
    t.equal(length(`once ${i}`), `once ${i}`.length);
  }
  t.equal(asked.filter((text) => text === 'often').length, 1);
});

t.test('what was not asked for lately is forgotten, so that memory stays bounded', async (t) => {
  const asked: string[] = [];
  const length = remembering(10, (text) => asked.push(text) && text.length);
  const texts = Array.from({ length: 30 }, (_, i) => `text ${i}`);
  for (const text of texts) length(text);
  for (const text of texts.slice(-10)) length(text);
  t.equal(asked.length, 30, 'the last ten are known');
  for (const text of texts.slice(0, 10)) length(text);
  t.equal(asked.length, 40, 'the first ten are not');
});

t.test('what is long is not kept at all', async (t) => {
  const asked: string[] = [];
  const length = remembering(10, (text) => asked.push(text) && text.length);
  const long = '天気予報'.repeat(50);
  t.equal(length(long), 200);
  t.equal(length(long), 200);
  t.equal(asked.length, 2);
});
