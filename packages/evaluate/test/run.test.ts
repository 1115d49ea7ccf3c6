import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { meilisearch, temporaryDirectory } from '@shirube/testing';
import t from 'tap';
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

t.test('kinds of queries have figures of their own, and so has what cannot be answered', async (t) => {
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

t.test('a recorded run is what the next one is compared with', async (t) => {
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

t.test('misses show what was understood, found and wanted', async (t) => {
  const { set } = await smallSet(t);
  const { printed } = await command(...set, '--misses');
  t.match(printed, /miss en {2}xylophone\n {2}tokens {2}xylophone\n {2}top .*\n {2}wanted {2}Abacus/);
});

t.test('a wrong call gets a sentence and exit status 2', async (t) => {
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

t.test('help names every option', async (t) => {
  const { code, printed } = await command('--help');
  t.equal(code, 0);
  for (const option of ['engine', 'compare', 'catalog', 'queries', 'baseline', 'record', 'misses', 'min', 'json'])
    t.match(printed, `--${option}`);
});

t.test('both engines are compared by what their first results have in common', async (t) => {
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
