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

t.test('no text takes long: what is found grows with the text, not with its square', async (t) => {
  for (const text of [
    '1'.repeat(500),
    '0.1 cents '.repeat(50),
    'on '.repeat(160),
    'not '.repeat(125),
    '無料'.repeat(250),
    '検証'.repeat(250),
    'five stars '.repeat(45),
    'base, '.repeat(83),
    'someone has actually already '.repeat(17),
  ]) {
    t.ok(takeConstraints(text).rest.length <= text.length + 20);
  }
});
