import { type IntentConstraints, IntentSearchQuery, IntentSearchResult } from '@shirube/contracts';
import { chainOf, currenciesOf } from '@shirube/domain';
import { Type } from '@sinclair/typebox';
import { plainText } from '../plainText.js';
import { othersText, ServiceSummary, summarize, summaryText } from '../serviceSummary.js';
import { defaultLimit, defineTool, Limit } from './tool.js';

const { matchedTokens, reason, notUnderstood, confidence } = IntentSearchResult.properties;

/** Describes the constraints that were applied from the sentence, and the parts that were not understood, if any. */
function constraintLines(constraints: IntentConstraints, notUnderstood: readonly string[]): string[] {
  const { maxPricePerRequest: max, minPricePerRequest: min, exclusive, currency } = constraints;
  const { notCurrencies, chains, notChains, status, free, minTrust, minUptime, prefer, order, without } = constraints;
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
    ...(minUptime === undefined ? [] : [`uptime at least ${minUptime} %`]),
    ...(prefer === undefined ? [] : [`${prefer} first`]),
    ...(order === undefined ? [] : [`ordered by ${order}`]),
    ...(without === undefined ? [] : [`without ${without.join(', ')}`]),
  ];
  return [
    ...(parts.length === 0 ? [] : [`Filters from the sentence: ${parts.join(', ')}.`]),
    ...(notUnderstood.length === 0 ? [] : [`Not understood: ${notUnderstood.join(', ')}.`]),
  ];
}

/** Tells of a service whose registered price is not as asked for that another of its ways to pay is. */
function otherWayLines(
  { pricing, supportedChains }: ServiceSummary,
  currencies: readonly string[] | undefined,
  chains: readonly string[] | undefined,
): string[] {
  const meetsRequest =
    (currencies?.includes(pricing.currency.toUpperCase()) ?? true) &&
    (chains?.some((chain) => supportedChains.includes(chain)) ?? true);
  return meetsRequest ? [] : ['   Another way to pay it meets the conditions: how_to_call lists all of them.'];
}

/** An explicit warning, because the money for a call that does not help is lost. */
const unsure = 'Confidence is low: read what a service does before you pay for it.';

const {
  minPricePerRequest: _min,
  group: _group,
  displayCurrency: _shown,
  ...parameters
} = IntentSearchQuery.properties;

export const findServices = defineTool({
  name: 'find_services',
  title: 'Find paid APIs by what they should do',
  description:
    'Say what you need in plain English or Japanese. A price limit or a chain in it ("under 0.01 USDC", "on Base") ' +
    'becomes a filter; filters can be given too. Best match first: one of each provider, or those of a provider that ' +
    'you name.',
  input: Type.Object(
    { ...parameters, limit: Type.Optional(Limit) },
    { additionalProperties: false, expected: 'an object with q' },
  ),
  output: Type.Object({
    reason,
    matchedTokens,
    constraints: Type.Unknown(),
    notUnderstood,
    confidence,
    services: Type.Array(
      Type.Composite([
        ServiceSummary,
        Type.Object({ score: Type.Number(), reason: Type.String(), provider: Type.Optional(Type.Unknown()) }),
      ]),
    ),
  }),
  async run(reads, { limit = defaultLimit, ...query }) {
    const grouped = await reads.searchProviders({ ...query, limit });
    const { namedProvider: host } = grouped;
    const result = host === undefined ? grouped : await reads.searchIntent({ host, ...query, limit });
    const services = result.services.map((entry) => {
      const { service, provider } = 'service' in entry ? entry : { service: entry };
      const { score, reason } = service.relevance;
      return { ...summarize(service), score, reason, ...(provider ? { provider } : {}) };
    });
    const { currency, chains } = result.constraints;
    const currencies = query.currency ? [query.currency.toUpperCase()] : currency && currenciesOf(currency);
    const wantedChains = query.chain ? [query.chain].flat().map(chainOf) : chains;
    const isUnsure = result.confidence === 'low' && services.length > 0;
    const lines = [
      result.reason,
      ...(isUnsure ? [unsure] : []),
      ...constraintLines(result.constraints, result.notUnderstood),
      ...services.flatMap((service, index) => [
        summaryText(service, index),
        // It may quote the name that a seller has chosen.
        `   Why: ${JSON.stringify(plainText(service.reason))}`,
        ...(service.provider ? othersText(service.provider) : []),
        ...otherWayLines(service, currencies || undefined, wantedChains),
      ]),
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
