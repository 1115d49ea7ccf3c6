import { loadLanguage } from '@shirube/language';
import t from 'tap';
import { keywordContent, resultsOf } from '../src/insights/impression.ts';
import { createInsightCounts, createLastSearches } from '../src/insights/insightCounts.ts';

const language = await loadLanguage();
const id = (i: number) => `01890000-0000-7000-8000-${String(i).padStart(12, '0')}`;
const askerOf = (network: string) => ({ network, address: `${network}, its first address` });
const service = (i: number) => ({ service: `{"id":"${id(i)}"}` });

t.test('forty thousand different queries stay within the bound, and dropped ones are counted', async (t) => {
  let drops = 0;
  const counts = createInsightCounts('2026-01-01', 'salt', {
    searches: createLastSearches(),
    onDrop(count) {
      drops += count;
    },
  });
  const spell = (i: number) => i.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '');
  for (let i = 0; i < 40_000; i += 1) {
    const words = Array.from({ length: 8 }, (_, place) => `${spell(i)}x${spell(place)}`);
    const found = [service(0), ...Array.from({ length: 9 }, (_, place) => service(9 * i + place + 1))];
    const [page] = resultsOf(found, { text: words.join(' '), words: () => words });
    if (page) counts.count(askerOf(`network ${i}`), page);
  }
  const { days, queries } = counts.rows();
  t.equal(days.length, 20_000);
  t.equal(queries.length, 20_000);
  t.equal(days[0]?.shown, 40_000, 'what was counted before is counted on');
  t.ok(queries.every(({ askers }) => askers.length <= 5));
  t.ok(drops > 39_700 + 340_000, 'searches whose words were not counted, and services');
});

t.test('five askers have five numbers, and one asker has one, whatever reader it asks', async (t) => {
  const ask = (networks: readonly string[]) => {
    const counts = createInsightCounts('2026-01-01', 'salt', { searches: createLastSearches(), onDrop() {} });
    const [page] = resultsOf([service(1)], { text: 'rain', words: () => ['rain'] });
    for (const network of networks) if (page) counts.count(askerOf(network), page);
    return counts.rows().queries.find(({ word }) => word === 'rain')?.askers;
  };
  t.equal(ask(['a', 'b', 'c', 'd', 'e'])?.length, 5);
  t.same(ask(['a', 'a']), ask(['a']));
});

t.test('one network is one asker, with a share of what is counted', async (t) => {
  const counts = createInsightCounts('2026-01-01', 'salt', { searches: createLastSearches(), onDrop() {} });
  const search = (word: string, network: string, address: string) => {
    const [page] = resultsOf([service(1)], { text: word, words: () => [word] });
    if (page) counts.count({ network, address }, page);
  };
  for (let i = 0; i < 300; i += 1) search('flood', 'one', `${i % 4}`);
  search('rain', 'two', 'a');
  const found = (word: string) => counts.rows().queries.find((row) => row.word === word);
  t.match(found('flood'), { shown: 30, askers: { length: 1 } }, 'also with four addresses');
  t.match(found('rain'), { shown: 1 });
});

t.test('one network leaves room for the services that others find', async (t) => {
  const counts = createInsightCounts('2026-01-01', 'salt', { searches: createLastSearches(), onDrop() {} });
  const search = (network: string, found: ReturnType<typeof service>[]) => {
    for (const page of resultsOf(found, { text: 'rain', words: () => ['rain'] })) counts.count(askerOf(network), page);
  };
  for (let start = 10; start < 30_000; start += 10)
    search(
      'one',
      Array.from({ length: 10 }, (_, n) => service(start + n)),
    );
  search('two', [service(1)]);
  t.match(
    counts.rows().days.find((day) => day.service === id(1)),
    { shown: 1 },
  );
  t.ok(counts.rows().days.length < 3_000);
});

t.test('words are counted without numbers, addresses and common words', async (t) => {
  const words = (text: string) =>
    resultsOf([], { text, words: () => keywordContent(language, text) })[0]
      ?.kinds?.()
      .slice(1)
      .map(({ word }) => word);
  t.same(words('the weather for 3d maps of 2026'), ['weather', '3d', 'maps']);
  t.same(words('send to taro.yamada@example.com or https://taro.example/rain'), ['send']);
  t.same(words('東京の天気を教えて'), ['東京', '天気', '教える']);
  t.equal(words('alpha bravo charlie delta echo foxtrot golf hotel india juliett')?.length, 8);
  t.same(words(`rain ${'x'.repeat(33)}`), ['rain']);
});
