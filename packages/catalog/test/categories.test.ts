import t from 'tap';
import { claimPending, labelCategory, listCategories, mainNode } from '../dist/index.js';
import { ledger, register, testCatalog } from './testCatalog.js';

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

t.test('a new label makes the services of the category pending, with the label', async (t) => {
  const database = await testCatalog(t);
  const { id } = await register(database, { category: 'tea' });
  t.equal(await labelCategory(database, 'tea', { label: 'Tea & Cake', labelJa: 'お茶' }), 1);
  t.match(await ledger(database), [{ id, revision: 2 }]);
  t.match(await claimPending(database, mainNode, 'one', [id]), [
    { entry: { categoryLabel: 'Tea & Cake', categoryLabelJa: 'お茶' } },
  ]);
});
