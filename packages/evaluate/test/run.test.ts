import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { meilisearch, temporaryDirectory } from '@shirube/testing';
import t from 'tap';
import { toCalibration } from '../dist/calibration.js';
import { readCategoryLabels } from '../dist/categoryLabels.js';
import { judge as judgeGrades, meanQuality, overlap, percentile } from '../dist/metrics.js';
import { run } from '../dist/run.js';

/** Runs the command line and keeps what it prints. */
async function command(...args: string[]) {
  const printed: string[] = [];
  const errors: string[] = [];
  const code = await run(args, {
    log: (text) => void printed.push(text),
    error: (text) => void errors.push(text),
  });
  return { code, printed: printed.join('\n'), errors: errors.join('\n') };
}

/** Three services without price or wallet, and three queries of which the last cannot be answered. */
async function smallSet(t: Parameters<typeof temporaryDirectory>[0]) {
  const directory = await temporaryDirectory(t);
  const ndjson = async (name: string, lines: unknown[]) => {
    const file = join(directory, name);
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return file;
  };
  const catalog = await ndjson('catalog.ndjson', [
    { name: 'Rainy', description: 'Weather forecast for every city', category: 'weather' },
    { name: 'Parrot', description: 'Machine translation of texts', categoryLabel: 'ignored' },
    { name: 'Abacus', description: 'Currency conversion' },
  ]);
  const queries = await ndjson('queries.ndjson', [
    { q: '天気予報', relevant: ['Rainy'] },
    { lang: 'en', q: 'translation', relevant: ['Parrot'] },
    { lang: 'en', q: 'xylophone', relevant: ['Abacus'] },
  ]);
  return { directory, set: ['--catalog', catalog, '--queries', queries] };
}

t.test('a set of files is evaluated per language, a query without a language being Japanese', async (t) => {
  const { set } = await smallSet(t);
  const { code, printed } = await command(...set, '--json', '--misses');
  const { runs } = JSON.parse(printed);
  t.equal(code, 0);
  t.match(runs, [
    {
      engine: 'embedded',
      languages: { ja: { n: 1, ndcg: 1, change: null }, en: { n: 2, ndcg: 0.5, mrr: 0.5, hit3: 0.5 } },
      misses: [{ q: 'xylophone', relevant: ['Abacus'] }],
    },
  ]);
});

t.test('kinds of queries, and queries without an answer, have figures of their own', async (t) => {
  const { directory, set } = await smallSet(t);
  const queries = join(directory, 'kinds.ndjson');
  const lines = [
    { lang: 'en', q: 'weather', relevant: ['Rainy'] },
    { lang: 'en', q: 'translation, not weather', kind: 'negation', relevant: ['Parrot'] },
    { lang: 'en', q: 'zebra crossing', relevant: [] },
  ];
  await writeFile(queries, lines.map((line) => JSON.stringify(line)).join('\n'));
  const { printed } = await command(...set.slice(0, 2), '--queries', queries);
  t.match(printed, /^en +2 +1\.000 /m);
  t.match(printed, /^subject +1 +1\.000 /m);
  t.match(printed, /^negation +1 +1\.000 /m);
  t.match(printed, /^without an answer: 1, answered: 0, with confidence: 0$/m);
});

t.test('a run is compared with the recorded one', async (t) => {
  const { directory, set } = await smallSet(t);
  const baseline = join(directory, 'baseline.json');
  await command(...set, '--baseline', baseline, '--record');
  const recorded = JSON.parse(await readFile(baseline, 'utf8'));
  t.match(recorded, { embedded: { en: { n: 2, ndcg: 0.5 } } });
  recorded.embedded.en.ndcg = 0.25;
  await writeFile(baseline, JSON.stringify(recorded));
  const { printed } = await command(...set, '--baseline', baseline);
  t.match(printed, /^en +2 +0\.500 \(\+0\.250\) /m);
  t.match(printed, /^ja +1 +1\.000 \(0\.000\) /m);
});

t.test('a figure below its minimum is named, and the exit status is 1', async (t) => {
  const { set } = await smallSet(t);
  t.match(await command(...set, '--min', 'ja:ndcg=1,en:ndcg=0.6'), {
    code: 1,
    errors: /^embedded: short of en:ndcg 0\.6: 0\.500$/,
  });
  t.equal((await command(...set, '--min', 'ja:ndcg=1,en:hit3=0.5')).code, 0);
});

t.test('a miss is printed with its tokens, its first results and the relevant names', async (t) => {
  const { set } = await smallSet(t);
  const { printed } = await command(...set, '--misses');
  t.match(printed, /miss en {2}xylophone\n {2}tokens {2}xylophone\n {2}top .*\n {2}wanted {2}Abacus/);
});

t.test('an invalid option ends with a sentence and exit status 2', async (t) => {
  const { directory, set } = await smallSet(t);
  const broken = join(directory, 'broken.ndjson');
  await writeFile(broken, '{"q":"a","relevant":["b"]}\nnot json\n');
  for (const [args, sentence] of [
    [['--engine', 'other'], /'--engine <NAME>' .* Allowed choices are embedded, meilisearch/],
    [['--catalog', broken], /--catalog needs --queries/],
    [['--min', 'ja:speed=1'], /ja:speed=1.*ndcg, mrr, recall, hit3/],
    [[...set, '--record'], /--record needs --baseline FILE/],
    [['--queries', broken], /broken\.ndjson:2: /],
    [['--queries', join(directory, 'absent')], /absent cannot be read/],
    [['--unknown'], /--unknown/],
  ] as const) {
    t.match(await command(...args), { code: 2, printed: '', errors: sentence });
  }
});

t.test('the help of the evaluation names every option', async (t) => {
  const { code, printed } = await command('--help');
  t.equal(code, 0);
  for (const option of ['engine', 'compare', 'catalog', 'queries', 'baseline', 'record', 'misses', 'min', 'json'])
    t.match(printed, `--${option}`);
});

t.test('two engines are compared by the overlap of their first results', async (t) => {
  const access = await meilisearch(t);
  if (!access) return;
  const { MEILI_URL, MEILI_API_KEY } = process.env;
  Object.assign(process.env, { MEILI_URL: access.url, MEILI_API_KEY: access.apiKey });
  t.teardown(() => {
    for (const [name, value] of Object.entries({ MEILI_URL, MEILI_API_KEY })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  const { set } = await smallSet(t);
  const { printed } = await command(...set, '--compare', '--json');
  t.match(JSON.parse(printed), { runs: [{ engine: 'embedded' }, { engine: 'meilisearch' }], overlap: 1 });
});

t.test('an evaluated catalog labels categories like an empty directory', async (t) => {
  const labels = await readCategoryLabels();
  t.same(labels('image-generation'), { categoryLabel: 'Image Generation', categoryLabelJa: '画像生成' });
  t.same(labels('food'), { categoryLabel: 'Food & Drink', categoryLabelJa: '飲食' });
  t.same(labels('some-thing-new'), { categoryLabel: 'Some Thing New' });
});

/** Judges names, of which each relevant one counts the same. */
const judge = (ranking: string[], relevant: string[]) =>
  judgeGrades(
    ranking.map((name) => (relevant.includes(name) ? 1 : 0)),
    [...new Set(relevant)].map(() => 1),
  );
const isNear = (found: number, wanted: number) => Math.abs(found - wanted) < 1e-9;

t.test('a perfect ranking reaches 1 everywhere', async (t) => {
  t.same(judge(['a', 'b', 'x'], ['b', 'a']), { ndcg: 1, mrr: 1, recall: 1, hit3: 1 });
});

t.test('the figures of a ranking depend on the places of its relevant names', async (t) => {
  const { ndcg, mrr, recall, hit3 } = judge(['x', 'a', 'y', 'b'], ['a', 'b', 'c']);
  const ideal = 1 + 1 / Math.log2(3) + 1 / 2;
  t.ok(isNear(ndcg, (1 / Math.log2(3) + 1 / Math.log2(5)) / ideal));
  t.equal(mrr, 1 / 2);
  t.ok(isNear(recall, 2 / 3));
  t.equal(hit3, 1);
});

t.test('a relevant name in the fourth place is no hit of three, and one in the eleventh does not count', async (t) => {
  const others = Array.from({ length: 10 }, (_, i) => `x${i}`);
  t.match(judge([...others.slice(0, 3), 'a'], ['a']), { hit3: 0, mrr: 1 / 4, recall: 1 });
  t.same(judge([...others, 'a'], ['a']), { ndcg: 0, mrr: 0, recall: 0, hit3: 0 });
});

t.test('with more than ten relevant names, ten of them are a perfect ranking', async (t) => {
  const names = Array.from({ length: 25 }, (_, i) => `n${i}`);
  t.same(judge(names.slice(0, 10), names), { ndcg: 1, mrr: 1, recall: 1, hit3: 1 });
});

t.test('a name that is listed as relevant twice counts once', async (t) => {
  t.same(judge(['a'], ['a', 'a']), { ndcg: 1, mrr: 1, recall: 1, hit3: 1 });
});

t.test('the figures of an empty ranking are zero', async (t) => {
  t.same(judge([], ['a']), { ndcg: 0, mrr: 0, recall: 0, hit3: 0 });
});

t.test('means, percentiles and overlaps of a small example are exact', async (t) => {
  const mean = meanQuality([judge(['a'], ['a']), judge(['x', 'a'], ['a'])]);
  t.ok(isNear(mean.mrr, 0.75));
  t.ok(isNear(mean.ndcg, (1 + 1 / Math.log2(3)) / 2));
  t.equal(percentile([5, 1, 3, 2, 4], 0.5), 3);
  t.equal(percentile([5, 1, 3, 2, 4], 0.95), 5);
  t.equal(overlap(['a', 'b'], ['b', 'c']), 0.5);
  t.equal(overlap([], []), 1);
  t.equal(overlap(['a'], []), 0);
});

t.test('a service that was asked for counts three times as much as a useful one', async (t) => {
  t.equal(judgeGrades([2, 1], [2, 1]).ndcg, 1);
  const swapped = judgeGrades([1, 2], [2, 1]).ndcg;
  t.ok(isNear(swapped, (1 + 3 / Math.log2(3)) / (3 + 1 / Math.log2(3))));
});

t.test('calibration counts first answers that are good, bad, or to queries without an answer', async (t) => {
  const answer = (probability: number, grade: number, confidence: 'high' | 'low', relevant = ['a']) => ({
    query: { lang: 'en', q: 'x', kind: 'subject', relevant },
    tokens: [],
    names: ['b'],
    ids: ['1'],
    grades: [grade],
    probability,
    confidence,
    milliseconds: 1,
  });
  const answers = [answer(0.9, 1, 'high'), answer(0.5, 1, 'low'), answer(0.6, 0, 'high'), answer(0.2, 0, 'low', [])];
  t.same(toCalibration(answers), { auc: 0.75, high: 2, highGood: 1, none: 1, noneAnswered: 1, noneHigh: 0 });
});
