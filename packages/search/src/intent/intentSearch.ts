import type { IntentSearchResult } from '@shirube/contracts';
import type { Group, Language } from '@shirube/language';
import type { SearchFilter, SearchReader, WeightedTerm } from '../searchEngine.js';
import { applyConstraints } from './intentConstraints.js';
import { type RankedService, rankCandidates } from './rankCandidates.js';
import { resultReason, serviceReason } from './reason.js';

export interface IntentRequest {
  text: string;
  filter: SearchFilter;
  limit: number;
}

/** Candidates that are ranked for each result that is wanted, and the fewest. */
const candidatesPerResult = 5;
const fewestCandidates = 300;

/** Services for what the text asks for, best first; the same on every engine, since the ranking is ours. */
export async function intentSearch(
  reader: SearchReader,
  language: Language,
  { text, filter, limit }: IntentRequest,
): Promise<IntentSearchResult> {
  const analysis = language.analyzeQuery(text);
  const { filter: applied, constraints } = applyConstraints(filter, analysis.constraints);
  const ranked =
    analysis.groups.length > 0
      ? await rankedServices(reader, analysis.groups, applied, limit)
      : await constrainedServices(reader, applied, Object.keys(constraints).length > 0 ? limit : 0);

  const matches = ranked.flatMap((found) => found.matches);
  const matched = new Set(matches.map(({ token }) => token));
  return {
    query: text,
    tokens: analysis.tokens,
    matchedTokens: analysis.tokens.filter((token) => matched.has(token)),
    reason: resultReason(analysis.language, analysis.tokens, matches, ranked.length),
    constraints,
    services: ranked.map(({ service, score, matches: own }) => ({
      ...service,
      relevance: {
        score,
        matchedTokens: analysis.tokens.filter((token) => own.some((match) => match.token === token)),
        reason: serviceReason(analysis.language, analysis.tokens, own),
      },
    })),
  };
}

async function rankedServices(
  reader: SearchReader,
  groups: Group[],
  filter: SearchFilter,
  limit: number,
): Promise<RankedService[]> {
  const found = await reader.candidates({
    terms: groupTerms(groups),
    filter,
    limit: Math.max(fewestCandidates, candidatesPerResult * limit),
  });
  return rankCandidates(groups, found).slice(0, limit);
}

/** A query that states conditions and nothing else asks for whatever fulfils them. */
async function constrainedServices(
  reader: SearchReader,
  filter: SearchFilter,
  limit: number,
): Promise<RankedService[]> {
  if (limit === 0) return [];
  const { services } = await reader.list({
    filter,
    sort: { by: 'trustScore', order: 'desc' },
    offset: 0,
    limit,
  });
  return services.map((service) => ({ service, score: 1, matches: [] }));
}

/** Every term of the groups once, with the most it counts in any of them, strongest first. */
function groupTerms(groups: readonly Group[]): WeightedTerm[] {
  const weights = new Map<string, number>();
  for (const { weight, alternatives } of groups) {
    for (const alternative of alternatives) {
      const counted = weight * alternative.weight;
      if (counted > (weights.get(alternative.term) ?? 0)) weights.set(alternative.term, counted);
    }
  }
  return Array.from(weights, ([term, weight]) => ({ term, weight })).sort((a, b) => b.weight - a.weight);
}
