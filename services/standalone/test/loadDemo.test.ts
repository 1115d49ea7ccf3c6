import { countServices, importServices, migrate, openDatabase } from '@shirube/catalog';
import { demoServices } from '@shirube/demo';
import { testDatabaseUrl } from '@shirube/testing';
import t from 'tap';
import { loadDemo } from '../dist/loadDemo.js';

t.test('a demo service that has changed since it was loaded is not loaded beside itself', async (t) => {
  const database = openDatabase(await testDatabaseUrl(t), { onError: () => {} });
  t.teardown(() => database.end());
  await migrate(database);
  const [first] = demoServices();
  if (!first) throw new Error('the demo catalog is empty');
  const pricing = { ...first.registration.pricing, pricePerRequest: '9' };
  await importServices(database, [{ ...first.registration, pricing }]);
  const loaded = await loadDemo(database, { enqueue: () => {}, onProgress: () => {} });
  t.equal(loaded, demoServices().length - 1);
  t.equal(await countServices(database), demoServices().length);
  t.equal(await loadDemo(database, { enqueue: () => {}, onProgress: () => {} }), 0, 'nor is any other');
});
