import type { IntentConstraints, IntentSearchResult } from '@shirube/contracts';
import type { Language } from '@shirube/language';
import type { RankedService, SearchFilter, SearchReader } from '../searchEngine.js';
import { parseService, type ServiceJson } from '../serviceJson.js';
import { confidenceOf } from './confidence.js';
import { applyConstraints } from './intentConstraints.js';
import { type IntentQuery, intentQuery } from './intentQuery.js';
import { nearestMissReason } from './nearestMiss.js';
import { listOrders, orderAnswers } from './orderAnswers.js';
import { emptyReason, resultReason, serviceReason } from './reason.js';
import { withoutRefused } from './refusals.js';

export interface IntentRequest {
  text: string;
  filter: SearchFilter;
  limit: number;
  /** Names of constraints, joined by ",", that are not applied though the text states them. */
  ignore?: string | undefined;
}

/** Answers that are looked at where some are left out, or where they come in another order than that of relevance. */
const mostConsidered = 100;

/** What is found for an intent, with the services as the JSON that they are. */
export interface FoundIntent {
  result: Omit<IntentSearchResult, 'services'>;
  services: { service: ServiceJson; relevance: IntentSearchResult['services'][number]['relevance'] }[];
}

/** Services for what the text asks for, best first; the same on every engine, since the ranking is ours. */
export async function intentSearch(
  reader: SearchReader,
  language: Language,
  request: IntentRequest,
): Promise<IntentSearchResult> {
  const { result, services } = await findIntent(reader, language, request);
  return {
    ...result,
    services: services.map(({ service, relevance }) => ({ ...parseService(service), relevance })),
  };
}

/** The same for who passes the services on. */
export async function findIntent(
  reader: SearchReader,
  language: Language,
  { text, filter, limit, ignore = '' }: IntentRequest,
): Promise<FoundIntent> {
  const analysis = language.analyzeQuery(text);
  const { filter: applied, constraints } = applyConstraints(filter, analysis, ignore.split(','));
  const { order, without } = constraints;
  const isConstrained = Object.keys(constraints).length > 0;
  const query = intentQuery(language, analysis);
  const asksForSomething = query.groups.some(({ weight }) => weight > 0);
  // What is left out or put into another order afterwards must have been found.
  const enough = order || without ? Math.max(limit, mostConsidered) : limit;
  const found = asksForSomething
    ? await reader.rank({ query, filter: applied, limit: enough })
    : await constrainedServices(reader, applied, order, isConstrained ? limit : 0);
  const allowed = withoutRefused(found, without ? analysis.refused : []);
  const ranked = (order && asksForSomething ? orderAnswers(allowed, order) : allowed).slice(0, limit);

  const confidence = asksForSomething ? confidenceOf(query, allowed[0]) : ranked.length > 0 ? 'high' : 'low';
  const matches = ranked.flatMap((found) => found.matches);
  const matched = new Set(matches.map(({ token }) => token));
  const { language: spoken, tokens } = analysis;
  return {
    result: {
      query: text,
      tokens,
      matchedTokens: tokens.filter((token) => matched.has(token)),
      reason:
        ranked.length > 0 ? resultReason(spoken, tokens, matches, confidence) : await reasonForNothing(),
      constraints,
      notUnderstood: analysis.notUnderstood,
      confidence,
    },
    services: ranked.map(({ service, score, matches: own }) => ({
      service,
      relevance: {
        score: Math.round(score * 10_000) / 10_000,
        matchedTokens: tokens.filter((token) => own.some((match) => match.token === token)),
        reason: serviceReason(spoken, tokens, own),
      },
    })),
  };

  async function reasonForNothing(): Promise<string> {
    const miss = isConstrained ? await nearestMiss(reader, query, filter) : undefined;
    return miss
      ? nearestMissReason(spoken, constraints, parseService(miss.service))
      : emptyReason(spoken, tokens);
  }
}

/** The best service when what the query said about price, chain or status is put aside. */
async function nearestMiss(
  reader: SearchReader,
  query: IntentQuery,
  filter: SearchFilter,
): Promise<RankedService | undefined> {
  if (query.groups.every(({ weight }) => weight === 0)) return undefined;
  const [nearest] = await reader.rank({ query, filter, limit: 1 });
  return nearest;
}

/** A query that states conditions and nothing else asks for whatever fulfils them. */
async function constrainedServices(
  reader: SearchReader,
  filter: SearchFilter,
  order: IntentConstraints['order'],
  limit: number,
): Promise<RankedService[]> {
  if (limit === 0) return [];
  const { services } = await reader.list({ filter, sort: listOrders[order ?? 'trust'], offset: 0, limit });
  return services.map((service) => ({ service, score: 1, matches: [] }));
}
