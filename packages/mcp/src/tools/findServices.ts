import { type IntentConstraints, IntentSearchQuery, IntentSearchResult } from '@shirube/contracts';
import { Type } from '@sinclair/typebox';
import { ServiceSummary, summarize, summaryText } from '../serviceSummary.js';
import { defaultLimit, Limit } from './limit.js';
import { defineTool } from './tool.js';

const { matchedTokens, reason, constraints } = IntentSearchResult.properties;

/** What the sentence said and was applied as a filter, in one line; none when it said nothing of the kind. */
function constraintLines({
  maxPricePerRequest,
  exclusive,
  currency,
  chain,
  status,
}: IntentConstraints): string[] {
  const parts = [
    ...(maxPricePerRequest === undefined
      ? []
      : [`price ${exclusive ? 'below' : 'at most'} ${maxPricePerRequest} per request`]),
    ...(currency === undefined ? [] : [`currency ${currency}`]),
    ...(chain === undefined ? [] : [`chain ${chain}`]),
    ...(status === undefined ? [] : [`status ${status}`]),
  ];
  return parts.length === 0 ? [] : [`Taken from the sentence as filters: ${parts.join(', ')}.`];
}

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
    const lines = [result.reason, ...constraintLines(result.constraints), ...services.map(summaryText)];
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
