import { Facets, filterProperties, QueryText } from '@shirube/contracts';
import { pluralize } from '@shirube/domain';
import { Type } from '@sinclair/typebox';
import { defineTool } from './tool.js';

/** A large catalog has many categories. Only the largest are returned, so that they fit into a context window. */
const mostCategories = 20;

const counted = (name: string, values: readonly { of: string; count: number }[], all = values.length) => {
  if (values.length === 0) return [];
  const rest = all > values.length ? `, and ${all - values.length} more` : '';
  return [`${name}: ${values.map(({ of, count }) => `${of} ${count}`).join(', ')}${rest}`];
};

export const countServices = defineTool({
  name: 'count_services',
  title: 'Count paid APIs by filter',
  description: 'How many match, and how many each category, chain, status or currency would find.',
  input: Type.Object(
    { q: Type.Optional(QueryText), ...filterProperties },
    { additionalProperties: false, expected: 'an object' },
  ),
  output: Type.Pick(Facets, ['total', 'categories', 'chains']),
  async run(reads, { q, ...filters }) {
    const found = await reads.countServices({ ...filters, ...(q === undefined ? {} : { query: q }) });
    const categories = found.categories.slice(0, mostCategories);
    const lines = [
      `${pluralize(found.total, 'service')}.`,
      ...counted(
        'By category',
        categories.map(({ id, count }) => ({ of: id, count })),
        found.categories.length,
      ),
      ...counted(
        'By chain',
        found.chains.map(({ chain, count }) => ({ of: chain, count })),
      ),
      ...counted(
        'By status',
        found.statuses.map(({ status, count }) => ({ of: status, count })),
      ),
      ...counted(
        'By currency',
        found.currencies.map(({ currency, count }) => ({ of: currency, count })),
      ),
    ];
    return { text: lines.join('\n'), data: { ...found, categories } };
  },
});
