import t from 'tap';
import { readCatalogEntries } from '../dist/catalogEntries.js';
import { evaluate } from '../dist/evaluate.js';
import { readQueries } from '../dist/queries.js';

/** nDCG@10 below which ranking has become worse than it may: raised as it gets better, never lowered to pass. */
const floors = { ja: 0.92, en: 0.9 };

t.test('intent search on the demo catalog stays above its floors', async (t) => {
  const queries = await readQueries(undefined);
  const { answers, figures, calibration } = await evaluate('embedded', await readCatalogEntries(undefined), queries);
  t.equal(answers.length, queries.length);
  for (const [lang, floor] of Object.entries(floors)) {
    const { ndcg = 0 } = figures[lang] ?? {};
    t.ok(ndcg >= floor, `${lang}: nDCG@10 ${ndcg.toFixed(3)}, at least ${floor}`);
  }
  const { high, highGood, none, noneHigh } = calibration;
  t.ok(
    high > answers.length / 4 && highGood >= 0.9 * high,
    `${highGood} of ${high} answers of high confidence are good`,
  );
  t.ok(noneHigh <= none / 3, `${noneHigh} of ${none} that have no answer got one of high confidence`);
});
