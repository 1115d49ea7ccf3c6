import { test } from 'tap';
import { cutServices } from '../src/engines/meilisearch/cutServices.js';

test('services are taken out as they are, and numbers stand in their places', async (t) => {
  const services = [
    { id: '1', name: 'Brackets ]}[{ "quoted" \\ and \\" more', pricing: { tiers: [{ a: [] }, {}] } },
    { id: '2', name: '日本語「」🗾\u0000\n', supportedChains: [] },
    {},
  ];
  const answer = {
    hits: services.map((service, i) => ({ service, _rankingScore: i / 10 })),
    query: '} ] "service":{ 天気 \\',
    estimatedTotalHits: 3,
  };
  const { services: cut, rest } = cutServices(Buffer.from(JSON.stringify(answer)));
  t.strictSame(
    cut.map((json) => json.toString()),
    services.map((service) => JSON.stringify(service)),
  );
  t.strictSame(JSON.parse(rest), {
    ...answer,
    hits: services.map((_, i) => ({ service: i, _rankingScore: i / 10 })),
  });
});

test('an answer without services is left whole', async (t) => {
  const answer = JSON.stringify({ results: [], offset: 0, limit: 20, total: 0 });
  t.strictSame(cutServices(Buffer.from(answer)), { services: [], rest: answer });
});
