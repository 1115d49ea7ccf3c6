import { Category, integer } from '@shirube/contracts';
import { Type } from '@sinclair/typebox';
import { plainText } from '../plainText.js';
import { defineTool } from './tool.js';

export const listCategories = defineTool({
  name: 'list_categories',
  title: 'List the categories of paid APIs',
  description: 'The categories, those with the most services first. The category filter takes their ids.',
  input: Type.Object(
    {
      limit: Type.Optional(integer(1, 200, { default: 50, description: 'How many categories to return.' })),
    },
    { additionalProperties: false, expected: 'an object' },
  ),
  output: Type.Object({
    total: Type.Integer({ description: 'All categories, including those not returned.' }),
    categories: Type.Array(Category),
  }),
  async run(reads, { limit = 50 }) {
    const all = await reads.listCategories();
    const categories = [...all].sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1)).slice(0, limit);
    const lines = categories.map(({ id, label, labelJa, count }) => {
      const labels = [label, labelJa].flatMap((text) => (text ? [plainText(text)] : []));
      return `${id} (${labels.join(', ')}): ${count}`;
    });
    return {
      text: [`${categories.length} of ${all.length} categories, with their number of services:`, ...lines].join('\n'),
      data: { total: all.length, categories },
    };
  },
});
