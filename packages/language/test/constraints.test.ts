import { relativeCost } from '@shirube/testing';
import t from 'tap';
import { takeConstraints } from '../dist/constraints/constraints.js';
import { sentences } from './constraintSentences.js';
import { spokenSentences } from './spokenSentences.js';
import { wordings } from './wordings.js';

for (const [kind, cases] of Object.entries({ ...sentences, ...spokenSentences, ...wordings })) {
  t.test(kind, async (t) => {
    for (const [text, expected] of cases) {
      const { constraints, refused, notUnderstood, rest } = takeConstraints(text);
      const found = {
        ...constraints,
        ...(refused.length > 0 ? { refused } : {}),
        ...(notUnderstood.length > 0 ? { notUnderstood: notUnderstood.length } : {}),
      };
      t.same(found, expected, text);
      if (Object.keys(expected).length === 0) t.equal(rest, text.normalize('NFKC'), 'and its words all stay');
    }
  });
}

t.test('the words of constraints are taken out and the rest stays', async (t) => {
  const rests: [string, string][] = [
    ['検証済みでBaseで使える0.01ドル以下の翻訳API', '翻訳API'],
    ['weather api under $0.05 per call', 'weather api'],
    ['cheapest verified OCR on Base or Polygon under 2 cents', 'OCR'],
    ['1,000リクエストあたり5ドル以下のOCR', 'OCR'],
    ['share price of a US company, not crypto', 'share price of a US company'],
    ['ソラナ以外で使える翻訳API', '翻訳API'],
  ];
  for (const [text, rest] of rests)
    t.equal(
      takeConstraints(text)
        .rest.replace(/\s+/g, ' ')
        .replace(/[\s,]+$/, '')
        .trim(),
      rest,
      text,
    );
});

t.test('no text takes long: the work grows with the text, not with its square', async (t) => {
  const length = 400;
  const times = 4;
  // Between the work that grows with the text, 4, and with its square, 16.
  const most = 9;
  for (const part of [
    '1',
    '一二三四五',
    '一分の',
    '0.1 cents ',
    'on ',
    'not ',
    '無料',
    '検証',
    'five stars ',
    'base, ',
    'someone has actually already ',
    ' ',
    'a-',
  ]) {
    const text = (size: number) => part.repeat(size).slice(0, size);
    const [short, long] = [text(length), text(times * length)];
    const cost = await relativeCost(
      () => takeConstraints(long),
      () => takeConstraints(short),
      most,
    );
    t.ok(cost <= most, `${part.trim()}: ${times} times the text is ${cost.toFixed(1)} times the work`);
  }
});
