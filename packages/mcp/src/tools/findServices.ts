import { IntentSearchQuery, IntentSearchResult } from '@shirube/contracts';
import { Type } from '@sinclair/typebox';
import { ServiceSummary, summarize, summaryText } from '../serviceSummary.js';
import { defaultLimit, Limit } from './limit.js';
import { defineTool } from './tool.js';

const { matchedTokens, reason, constraints } = IntentSearchResult.properties;

export const findServices = defineTool({
  name: 'find_services',
  title: 'Find paid APIs by what they should do',
  description:
    'Say what you need in a plain English or Japanese sentence. A price limit or a chain in the sentence ("under 0.01 USDC", "on Base") becomes a filter, and filters can be given on their own too. Best match first.',
  input: Type.Object(
    { ...IntentSearchQuery.properties, limit: Type.Optional(Limit) },
    { additionalProperties: false, expected: 'an object with q' },
  ),
  output: Type.Object({
    reason,
    matchedTokens,
    constraints,
    services: Type.Array(
      Type.Composite([ServiceSummary, Type.Object({ score: Type.Number(), reason: Type.String() })]),
    ),
  }),
  async run(reads, { limit = defaultLimit, ...query }) {
    const result = await reads.searchIntent({ ...query, limit });
    const services = result.services.map(({ relevance, ...service }) => ({
      ...summarize(service),
      score: relevance.score,
      reason: relevance.reason,
    }));
    const applied = Object.entries(result.constraints);
    const lines = [
      result.reason,
      ...(applied.length > 0
        ? [`Filtered by: ${applied.map(([name, value]) => `${name} ${value}`).join(', ')}`]
        : []),
      ...services.map(summaryText),
    ];
    return {
      text: lines.join('\n'),
      data: {
        reason: result.reason,
        matchedTokens: result.matchedTokens,
        constraints: result.constraints,
        services,
      },
    };
  },
});
