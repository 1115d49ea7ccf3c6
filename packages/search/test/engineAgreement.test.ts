import { loadLanguage } from '@shirube/language';
import { meilisearch } from '@shirube/testing';
import t from 'tap';
import { createEmbeddedEngine, intentSearch } from '../dist/index.js';
import { entry } from './catalogFixture.js';
import { createRandom } from './random.js';
import { emptyIndex } from './temporaryIndex.js';

/** Similar words in both languages: prefixes of each other, or one typo apart. */
const vocabulary = [
  ...['weather', 'weathering', 'leather', 'forecast', 'forecasts', 'forest', 'image', 'imagine', 'imaging'],
  ...['translate', 'translation', 'translator', 'transaction', 'transport', 'search', 'research', 'stock'],
  ...['price', 'pricing', 'prince', 'network', 'networks', 'networking', 'payment', 'payments', 'pavement'],
  ...['document', 'documents', 'documentation', 'generation', 'generator', 'text', 'test', 'tests', 'map'],
  ...['天気', '予報', '天気予報', '翻訳', '機械翻訳', '画像', '画像生成', '検索', '株価', '地図', '東京', '音声認識'],
  ...['データ', 'サーバー', 'ネットワーク', 'リアルタイム', 'カレンダー', 'ねこ', 'api', 'web', 'socket', 'websocket'],
];

const random = createRandom(402);
const pick = (): string => vocabulary[random(vocabulary.length)] ?? '';
const phrase = (words: number): string => Array.from({ length: words }, pick).join(' ');
const services = Array.from({ length: 400 }, (_, i) =>
  entry(i, { name: phrase(2), description: phrase(3 + random(6)), price: String(random(20)) }),
);

/** Returns a word as people type it in a hurry: complete, only its prefix, or with a typo. */
function typed(word: string): string {
  const place = 1 + random(Math.max(1, word.length - 1));
  return (
    [
      word,
      word.slice(0, 2 + random(4)),
      word.slice(0, place) + word.slice(place + 1),
      `${word.slice(0, place)}e${word.slice(place)}`,
    ][random(4)] ?? word
  );
}
const queries = Array.from({ length: 300 }, () => Array.from({ length: 1 + random(3) }, () => typed(pick())).join(' '));

const access = await meilisearch(t);

if (access) {
  const language = await loadLanguage();
  const embedded = createEmbeddedEngine(language);
  const { index, reader } = await emptyIndex(t, access);
  const changes = services.map((upsert) => ({ upsert }));
  await Promise.all([embedded.apply(changes), index.apply(changes)]);

  await t.test(
    'queries with typos and unfinished words nearly always have the same total on both engines',
    async (t) => {
      const apart: string[] = [];
      for (const text of queries) {
        const request = { text, filter: {}, offset: 0, limit: 0 };
        const [here, there] = await Promise.all([embedded.search(request), reader.search(request)]);
        if (here.total !== there.total) apart.push(`${text}: ${here.total} embedded, ${there.total} Meilisearch`);
      }
      t.ok(apart.length <= queries.length / 20, `${apart.length} of ${queries.length} differ`, { apart });
    },
  );

  await t.test('both engines rank intents in the same order', async (t) => {
    for (const text of ['明日の天気', 'image generation', '翻訳したい', 'search documents', '東京の地図']) {
      const names = async (side: typeof reader) =>
        (await intentSearch(side, language, { text, filter: {}, limit: 5 })).services.map(({ id }) => id);
      t.strictSame(await names(reader), await names(embedded), text);
    }
  });
}
