import { type IntentConstraints, IntentSearchQuery, IntentSearchResult } from '@shirube/contracts';
import { Type } from '@sinclair/typebox';
import { ServiceSummary, summarize, summaryText } from '../serviceSummary.js';
import { defaultLimit, Limit } from './limit.js';
import { defineTool } from './tool.js';

const { matchedTokens, reason, constraints, notUnderstood, confidence } = IntentSearchResult.properties;

/** What the sentence said and was applied, in one line, and what was not; none when it said nothing of the kind. */
function constraintLines(constraints: IntentConstraints, notUnderstood: readonly string[]): string[] {
  const { maxPricePerRequest: max, minPricePerRequest: min, exclusive, currency } = constraints;
  const { notCurrencies, chains, notChains, status, free, minTrust, prefer, order, without } = constraints;
  const parts = [
    ...(max === undefined ? [] : [`price ${exclusive ? 'below' : 'at most'} ${max} per request`]),
    ...(min === undefined ? [] : [`price at least ${min} per request`]),
    ...(currency === undefined ? [] : [`currency ${currency}`]),
    ...(notCurrencies === undefined ? [] : [`not currency ${notCurrencies.join(' or ')}`]),
    ...(chains === undefined ? [] : [`chain ${chains.join(' or ')}`]),
    ...(notChains === undefined ? [] : [`not chain ${notChains.join(' or ')}`]),
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(free ? ['free, or with a free quota'] : []),
    ...(minTrust === undefined ? [] : [`trust at least ${minTrust}`]),
    ...(prefer === undefined ? [] : [`${prefer} first`]),
    ...(order === undefined ? [] : [`ordered by ${order}`]),
    ...(without === undefined ? [] : [`without ${without.join(', ')}`]),
  ];
  return [
    ...(parts.length === 0 ? [] : [`Taken from the sentence as filters: ${parts.join(', ')}.`]),
    ...(notUnderstood.length === 0 ? [] : [`Not understood: ${notUnderstood.join(', ')}.`]),
  ];
}

/** In so many words: who pays for a call that does not help has lost the money. */
const unsure = 'Confidence is low: read what a service does before you pay for it.';

const { minPricePerRequest: _min, minTrust: _trust, ...told } = IntentSearchQuery.properties;

export const findServices = defineTool({
  name: 'find_services',
  title: 'Find paid APIs by what they should do',
  description:
    'Say what you need in a plain English or Japanese sentence. A price limit or a chain in the sentence ("under 0.01 USDC", "on Base") becomes a filter, and filters can be given on their own too. Best match first.',
  input: Type.Object(
    { ...told, limit: Type.Optional(Limit) },
    { additionalProperties: false, expected: 'an object with q' },
  ),
  output: Type.Object({
    reason,
    matchedTokens,
    constraints,
    notUnderstood,
    confidence,
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
    const isUnsure = result.confidence === 'low' && services.length > 0;
    const lines = [
      result.reason,
      ...(isUnsure ? [unsure] : []),
      ...constraintLines(result.constraints, result.notUnderstood),
      ...services.map(summaryText),
    ];
    return {
      text: lines.join('\n'),
      data: {
        reason: result.reason,
        matchedTokens: result.matchedTokens,
        constraints: result.constraints,
        notUnderstood: result.notUnderstood,
        confidence: result.confidence,
        services,
      },
    };
  },
});
