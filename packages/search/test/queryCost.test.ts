import { demoIntents, demoServices } from '@shirube/evaluate';
import { loadLanguage } from '@shirube/language';
import { relativeCost } from '@shirube/testing';
import t from 'tap';
import { mostCells, planCandidates } from '../dist/engines/meilisearch/candidatePlan.js';
import { toStatistics } from '../dist/engines/meilisearch/catalogStatistics.js';
import { createEmbeddedEngine, intentSearch, type SearchReader } from '../dist/index.js';
import { weighQuery } from '../dist/intent/weighQuery.js';
import { keywordWords } from '../dist/keyword/keywordQuery.js';
import { entry } from './catalogFixture.js';
import { longQueries } from './longQueries.js';

/** The maximum cost of the most expensive query, as a multiple of a typical one. */
const most = 5;
const usualAtOnce = 3;

const language = await loadLanguage();
const engine = createEmbeddedEngine(language);
t.teardown(() => engine.close());
await engine.apply(
  demoServices().map(({ registration: { name, description, category } }, i) => ({
    upsert: entry(i, { name, description, category }),
  })),
);
const statistics = toStatistics({ estimatedTotalHits: 20_000, facetDistribution: {} });
const usual = demoIntents().map(({ q }) => q);

/** The embedded engine, which also plans the requests that Meilisearch would get. */
const reader: SearchReader = {
  ...engine,
  rank: (request) => {
    const { query } = request;
    const cells = query.vector ? language.nearestCells(query.vector, mostCells) : [];
    planCandidates(weighQuery(query, statistics.forPlan), cells, statistics, 700);
    return engine.rank(request);
  },
};
const answer = (text: string) => intentSearch(reader, language, { text, filter: {}, limit: 20 });

/** Returns the processor time of a second run, without what the first one caches or compiles. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  await work();
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

t.test('no query of 500 characters costs five times what a usual one does', async (t) => {
  const queries = longQueries(402, 100);
  const times: number[] = [];
  for (const text of usual) times.push(await processorTime(() => answer(text)));
  const usualTime = times.sort((a, b) => a - b)[times.length >> 1] ?? 0;
  let next = 0;
  const answerUsual = async () => {
    for (let i = 0; i < usualAtOnce; i += 1, next += 1) await answer(usual[next % usual.length] ?? '');
  };
  for (const text of queries) {
    // Far from the limit one run tells enough, because disturbances only add time.
    let cost = (await processorTime(() => answer(text))) / usualTime;
    if (cost > most / 2) cost = usualAtOnce * (await relativeCost(() => answer(text), answerUsual, most / usualAtOnce));
    t.ok(cost <= most, `${cost.toFixed(1)} times: ${text.slice(0, 60)}`);
  }
});

t.test('only as much of a long keyword query is read as can count', async (t) => {
  let read = 0;
  const counting = {
    ...language,
    words(text: string) {
      read += text.length;
      return language.words(text);
    },
  };
  for (const text of ['翻訳'.repeat(250), '今日の天気と気温を、'.repeat(50), 'weather 東京 '.repeat(50)]) {
    read = 0;
    const { length } = keywordWords(counting, text);
    t.ok(length > 0 && length <= 10, `${length} words`);
    t.ok(read <= 80, `${read} characters are cut into words`);
  }
});
