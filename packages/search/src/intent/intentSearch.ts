import type { IntentConstraints, IntentSearchResult } from '@shirube/contracts';
import type { Language } from '@shirube/language';
import type { RankedService, RankRequest, SearchFilter, SearchReader } from '../searchEngine.js';
import { parseService, type ServiceJson } from '../serviceJson.js';
import { confidenceOf } from './confidence.js';
import { applyConstraints } from './intentConstraints.js';
import { type IntentQuery, intentQuery } from './intentQuery.js';
import { mixHosts, mostMixed } from './mixHosts.js';
import { nearestMissReason } from './nearestMiss.js';
import { freeFirst, listOrders, orderAnswers } from './orderAnswers.js';
import { preferTrusted, trustBlock } from './preferTrusted.js';
import { emptyReason, noMoreReason, resultReason, serviceReason } from './reason.js';
import { type Refusals, withoutRefused } from './refusals.js';

export interface IntentRequest {
  text: string;
  filter: SearchFilter;
  /** Answers to pass over; none when left out. */
  offset?: number;
  limit: number;
  /** Names of constraints, joined by ",", that are not applied though the text states them. */
  ignore?: string | undefined;
}

/** Answers that are put into another order than that of relevance. */
const mostOrdered = 100;
/** Answers that are looked at where some are refused: as many as there are pages of. */
const mostRanked = 1_000;

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
  { text, filter: asked, offset = 0, limit, ignore = '' }: IntentRequest,
): Promise<FoundIntent> {
  const analysis = language.analyzeQuery(text);
  // What has been out of reach for days is an answer for who asks for such alone.
  const filter: SearchFilter = asked.status ? asked : { ...asked, notStatus: 'inactive' };
  const { filter: applied, constraints } = applyConstraints(filter, analysis, ignore.split(','));
  const { order, prefer, without } = constraints;
  const isConstrained = Object.keys(constraints).length > 0;
  const query = intentQuery(language, analysis);
  const asksForSomething = query.groups.some(({ weight }) => weight > 0);
  const refusals = { refused: without ? analysis.refused : [], doubted: analysis.doubted };
  const allowed = asksForSomething
    ? await rankAllowed(
        reader,
        { query, filter: applied, limit: order || prefer ? mostOrdered : wholeBlocks(offset + limit) },
        refusals,
      )
    : await constrainedServices(reader, applied, order ?? (prefer && 'price'), isConstrained ? offset + limit : 0);
  const inOrder = (found: RankedService[]) => (order ? orderAnswers(found, order) : mixHosts(preferTrusted(found)));
  const answers = !asksForSomething ? allowed : prefer ? freeFirst(inOrder(allowed)) : inOrder(allowed);
  const ranked = answers.slice(offset, offset + limit);

  const confidence = asksForSomething ? confidenceOf(allowed[0]) : answers.length > 0 ? 'high' : 'low';
  const matches = ranked.flatMap((found) => found.matches);
  const matched = new Set(matches.map(({ token }) => token));
  const { language: spoken, tokens } = analysis;
  return {
    result: {
      query: text,
      tokens,
      matchedTokens: tokens.filter((token) => matched.has(token)),
      reason: ranked.length > 0 ? resultReason(spoken, tokens, matches, confidence) : await reasonForNothing(),
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
    if (answers.length > 0) return noMoreReason(spoken, answers.length);
    const miss = isConstrained ? await nearestMiss(reader, query, filter) : undefined;
    return miss ? nearestMissReason(spoken, constraints, parseService(miss.service)) : emptyReason(spoken, tokens);
  }
}

/** So many are found for that many answers, that the order within blocks does not depend on how many are asked for. */
const wholeBlocks = (answers: number): number => Math.max(mostMixed, Math.ceil(answers / trustBlock) * trustBlock);

/** As many as are asked for, if there are, of those that hold nothing refused. */
async function rankAllowed(reader: SearchReader, request: RankRequest, refusals: Refusals): Promise<RankedService[]> {
  const most = refusals.refused.length === 0 ? request.limit : mostRanked;
  for (let limit = Math.min(most, request.limit + mostOrdered); ; limit = Math.min(most, 4 * limit)) {
    const found = await reader.rank({ ...request, limit });
    const allowed = withoutRefused(found, refusals);
    if (allowed.length >= request.limit || found.length < limit || limit === most) {
      return allowed.slice(0, request.limit);
    }
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
  return services.map((service) => ({ service, score: 1, matches: [], isLast: false }));
}
