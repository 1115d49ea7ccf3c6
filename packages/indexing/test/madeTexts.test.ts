import { countServices, editService, mainNode, openTextStore } from '@shirube/catalog';
import { createMeilisearchIndex } from '@shirube/search';
import { startMeilisearch } from '@shirube/testing';
import t from 'tap';
import { rebuildIndex } from '../dist/index.js';
import { indexing, register, registerMany, settles, testDirectory } from './testDirectory.js';

t.test('what is made of a text is made once, whatever the number of rebuilds', async (t) => {
  const access = await startMeilisearch(t);
  if (!access) return;
  const { database, databaseUrl } = await testDirectory(t);
  const store = openTextStore(database);
  const made: string[] = [];
  const texts = {
    find: store.find,
    async keep(...[version, some]: Parameters<typeof store.keep>) {
      made.push(...some.map(({ id }) => id));
      await store.keep(version, some);
    },
  };
  const index = createMeilisearchIndex({ ...access, texts });
  t.teardown(() => index.close());
  await indexing(t, { database, databaseUrl, index });
  const ids = await registerMany(database, 60);
  await settles(t, { database, index });
  t.same(made.sort(), ids.sort(), 'each is made once');

  made.length = 0;
  await rebuildIndex({ database, node: mainNode, index });
  t.same(made, [], 'a rebuild reads no text again');
  const { rows: before } = await database.query('select from made_texts');
  t.equal(before.length, await countServices(database));

  const [first = ''] = ids;
  await editService(database, first, {}, (now) => ({
    ...now,
    pricing: { ...now.pricing, pricePerRequest: '9' },
  }));
  const added = await register(database);
  await settles(t, { database, index });
  t.same(made, [added], 'nor does a change of the price');
  await editService(database, first, {}, (now) => ({ ...now, description: 'In other words' }));
  await settles(t, { database, index });
  t.same(made, [added, first], 'another text is read');
});
