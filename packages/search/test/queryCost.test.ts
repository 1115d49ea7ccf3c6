import { demoIntents, demoServices } from '@shirube/evaluate';
import { loadLanguage } from '@shirube/language';
import { relativeCost } from '@shirube/testing';
import t from 'tap';
import { mostCells, planCandidates } from '../dist/engines/meilisearch/candidatePlan.js';
import { toStatistics } from '../dist/engines/meilisearch/catalogStatistics.js';
import { createEmbeddedEngine, intentSearch, type SearchReader } from '../dist/index.js';
import { weighQuery } from '../dist/intent/weighQuery.js';
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

t.test('no query of 500 characters costs five times what a usual one does', async (t) => {
  const queries = longQueries(402, 100);
  for (const text of [...usual, ...queries]) await answer(text);
  let next = 0;
  const answerUsual = async () => {
    for (let i = 0; i < usualAtOnce; i += 1, next += 1) await answer(usual[next % usual.length] ?? '');
  };
  for (const text of queries) {
    const times = usualAtOnce * (await relativeCost(() => answer(text), answerUsual, most / usualAtOnce));
    t.ok(times <= most, `${times.toFixed(1)} times: ${text.slice(0, 60)}`);
  }
});
