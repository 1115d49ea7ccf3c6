import t from 'tap';
import { readCategoryLabels } from '../dist/categoryLabels.js';

t.test('categories are labelled as a fresh catalog labels them', async (t) => {
  const labels = await readCategoryLabels();
  t.same(labels('image-generation'), { categoryLabel: 'Image Generation', categoryLabelJa: '画像生成' });
  t.same(labels('food'), { categoryLabel: 'Food & Drink', categoryLabelJa: '飲食' });
  t.same(labels('some-thing-new'), { categoryLabel: 'Some Thing New' });
});
