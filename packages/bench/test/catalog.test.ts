import { readRegistration } from '@shirube/contracts';
import { loadLanguage } from '@shirube/language';
import t from 'tap';
import { generateCatalog } from '../dist/catalog/generateCatalog.js';
import { listPath, listQueries } from '../dist/catalog/listQueries.js';
import { intentQueries, keywordQueries, longQueries } from '../dist/catalog/textQueries.js';

const language = await loadLanguage();

t.test('the catalog is the same every time, and each of its services could be registered', async (t) => {
  const catalog = await generateCatalog(300);
  t.same(catalog, await generateCatalog(300));
  for (const registration of catalog) t.same(readRegistration(registration), { registration });
  t.equal(new Set(catalog.map(({ description }) => description)).size, 300, 'no two have the same text');
});

t.test('no two queries are alike', async (t) => {
  const catalog = await generateCatalog(300);
  const lists = listQueries(catalog, 500).map(listPath);
  const keywords = keywordQueries(catalog, language, 500);
  const intents = intentQueries(catalog, language, 500).map(({ intent }) => intent);
  for (const queries of [lists, keywords, intents]) t.equal(new Set(queries).size, 500);
});

t.test('long queries have the length that was asked for', async (t) => {
  const queries = longQueries(await generateCatalog(300), 500, 100);
  for (const query of queries) t.equal(query.length, 500);
  t.equal(new Set(queries).size, 100);
});
