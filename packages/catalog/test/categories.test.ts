import { outstanding, register, testCatalog } from '@shirube/testing/catalog';
import t from 'tap';
import { labelCategory, listCategories, loadChanged } from '../dist/index.js';

t.test('the categories in use are listed with their labels and counts', async (t) => {
  const database = await testCatalog(t);
  t.same(await listCategories(database), []);
  await register(database, { category: 'weather' });
  await register(database, { category: 'weather' });
  await register(database, { category: 'quantum-tea-leaves' });
  t.same(await listCategories(database), [
    { id: 'quantum-tea-leaves', label: 'Quantum Tea Leaves', count: 1 },
    { id: 'weather', label: 'Weather', labelJa: '天気', count: 2 },
  ]);
});

t.test('many registrations may bring the same new category at once', async (t) => {
  const database = await testCatalog(t);
  await Promise.all(Array.from({ length: 12 }, () => register(database, { category: 'brand-new' })));
  t.same(await listCategories(database), [{ id: 'brand-new', label: 'Brand New', count: 12 }]);
});

t.test('a new label touches the services of the category, which are loaded with it', async (t) => {
  const database = await testCatalog(t);
  const { id } = await register(database, { category: 'tea' });
  t.equal(await labelCategory(database, 'tea', { label: 'Tea & Cake', labelJa: 'お茶' }), 1);
  t.match(await outstanding(database), [
    { id, type: 'created' },
    { id, type: 'touched' },
  ]);
  const entry = { serviceId: id, type: 'touched', columns: [], leftEndpoint: null } as const;
  t.match(await loadChanged(database, [entry]), {
    entries: [{ revision: 2, categoryLabel: 'Tea & Cake', categoryLabelJa: 'お茶' }],
  });
});
