import { KeywordSearchQuery } from '@shirube/contracts';
import { pluralize } from '@shirube/domain';
import { Type } from '@sinclair/typebox';
import { ServiceSummary, summarize, summaryText } from '../serviceSummary.js';
import { defaultLimit, defineTool, Limit } from './tool.js';

const { group: _group, host: _host, ...parameters } = KeywordSearchQuery.properties;

export const searchKeywords = defineTool({
  name: 'search_keywords',
  title: 'Search paid APIs by keywords',
  description:
    'Full-text search for names and words that you know. It tolerates small typos. For a sentence use find_services.',
  input: Type.Object(
    { ...parameters, limit: Type.Optional(Limit) },
    { additionalProperties: false, expected: 'an object with q' },
  ),
  output: Type.Object({
    total: Type.Integer({ description: 'All matches, including those not returned.' }),
    services: Type.Array(Type.Composite([ServiceSummary, Type.Object({ score: Type.Number() })])),
  }),
  async run(reads, { limit = defaultLimit, ...query }) {
    const { total, services: found } = await reads.searchKeywords({ ...query, limit });
    const services = found.map(({ relevance, ...service }) => ({
      ...summarize(service),
      score: relevance.score,
    }));
    const head =
      total === 0 ? 'Nothing matches these words.' : `${services.length} of ${pluralize(total, 'match', 'matches')}:`;
    return { text: [head, ...services.map(summaryText)].join('\n'), data: { total, services } };
  },
});
