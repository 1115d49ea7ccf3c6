import type { IntentConstraints, IntentSearchResult } from '@shirube/contracts';
import type { Language, QueryAnalysis } from '@shirube/language';
import { weakName } from '../document/serviceNames.js';
import {
  findNamedIntent,
  namedAnswers,
  namedProviders,
  namedReason,
  namedResultReason,
  namingTokens,
  refusedNames,
} from '../names/namedAnswers.js';
import { outsideOf } from '../names/namedServices.js';
import type { ListRequest, RankedService, RankRequest, SearchFilter, SearchReader } from '../searchEngine.js';
import { parseService, providerIn, type ServiceJson } from '../serviceJson.js';
import { confidenceOf, probabilityOf } from './confidence.js';
import { applyConstraints } from './intentConstraints.js';
import { taskIn } from './intentFeatures.js';
import { type IntentQuery, intentQuery } from './intentQuery.js';
import { mixProviders, mostMixed } from './mixProviders.js';
import { acceptOtherCurrencies, type Money, pricedIn, ratesReason, usedRates } from './money.js';
import { nearestMissReason } from './nearestMiss.js';
import { costPlace, freeFirst, listOrders, orderAnswers } from './orderAnswers.js';
import { preferTrusted, trustBlock } from './preferTrusted.js';
import { emptyReason, freeReason, noMoreReason, otherWords, resultReason, serviceReason } from './reason.js';
import { type Refusals, withoutRefused } from './refusals.js';

export interface IntentRequest {
  text: string;
  filter: SearchFilter;
  /** Answers to skip; none by default. */
  offset?: number;
  limit: number;
  /** Only the best answer of each provider. */
  byProvider?: boolean | undefined;
  /** The currency in which prices are shown too. */
  displayCurrency?: string | undefined;
  /** Names of constraints, separated by ",", that are not applied although the text states them. */
  ignore?: string | undefined;
  /** Without it, no amount is converted. */
  money?: Money | undefined;
}

/** How many answers are sorted in an order other than relevance. */
const mostOrdered = 100;
/** How many answers are examined if some are refused: as many as all pages hold. */
const mostRanked = 1_000;
/** How likely a task must be to be named. */
const leastLikelihood = 0.35;

/** The result of an intent search, with the services as JSON. */
export interface FoundIntent {
  result: Omit<IntentSearchResult, 'services'>;
  /** What every service meets: the filter of the request, and what the text states. */
  filter: SearchFilter;
  /** The id of the task that it asks for, if that is clear. */
  task?: string | undefined;
  services: ({ service: ServiceJson } & Pick<
    IntentSearchResult['services'][number],
    'relevance' | 'displayPrice' | 'estimate'
  >)[];
}

/**
 * Finds services for what the text asks for, best first. The result is the same on every engine, because the ranking is
 * ours.
 */
export async function intentSearch(
  reader: SearchReader,
  language: Language,
  request: IntentRequest,
): Promise<IntentSearchResult> {
  const { result, services } = await findIntent(reader, language, request);
  return {
    ...result,
    services: services.map(({ service, ...found }) => ({ ...parseService(service), ...found })),
  };
}

/** The same, for callers that pass the services on as JSON. */
export async function findIntent(
  reader: SearchReader,
  language: Language,
  {
    text,
    filter: requested,
    offset = 0,
    limit,
    byProvider = false,
    ignore = '',
    displayCurrency,
    money,
  }: IntentRequest,
): Promise<FoundIntent> {
  // Services that have been unreachable for days are answers only if the request asks for such services.
  const filter: SearchFilter = requested.status ? requested : { ...requested, notStatus: 'inactive' };
  const constrain = (analysis: QueryAnalysis) => {
    const ignored = ignore.split(',');
    const { filter: own, constraints } = applyConstraints(filter, analysis, ignored);
    const names = ignored.includes('without') ? [] : refusedNames(language, analysis);
    if (names.length === 0) return { filter: own, constraints };
    const notNames = names.flatMap((name) => [name, weakName(name)]);
    return { filter: { ...own, notNames }, constraints: { ...constraints, without: constraints.without ?? names } };
  };
  const { analysis, parts, hasText } = await findNamedIntent(reader, language, text, (one) => constrain(one).filter);
  const { filter: stated, constraints } = constrain(analysis);
  const applied = money ? await acceptOtherCurrencies(stated, constraints, money) : stated;
  const { order, without } = constraints;
  const rates = money?.rates();
  const prefer = constraints.prefer ?? (constraints.free ? 'free' : undefined);
  const isConstrained = Object.keys(constraints).length > 0;
  const query = intentQuery(language, analysis);
  const asksForSomething = query.groups.some(({ weight }) => weight > 0) || parts.length > 0;
  const refusals = { refused: without ? analysis.refused : [], doubted: analysis.doubted };
  const isAddress = parts.length > 0 && !hasText;
  const inOrder = (found: RankedService[]) =>
    order ? orderAnswers(found, order, rates) : mixProviders(preferTrusted(found));
  const readAnswers = async (most: number) => {
    const nameMatches = await namedAnswers(reader, parts, query, { filter: applied, limit: most });
    const allowed = isAddress
      ? []
      : await rankAllowed(reader, { query, filter: outsideOf(applied, parts), limit: most }, refusals);
    const sorted = prefer ? freeFirst(inOrder(allowed)) : inOrder(allowed);
    const all = [...(order ? orderAnswers(nameMatches, order, rates) : nameMatches), ...sorted];
    return { nameMatches, answers: byProvider ? firstOfEach(all) : all, isAll: allowed.length < most };
  };
  const readPage = async () => {
    for (
      let most = order || prefer ? mostOrdered : wholeBlocks(offset + limit);
      ;
      most = Math.min(mostRanked, 4 * most)
    ) {
      const read = await readAnswers(most);
      const isEnough = read.answers.length >= offset + limit || read.isAll || most === mostRanked;
      if (!byProvider || isEnough || order || prefer) return read;
    }
  };
  const { nameMatches, answers } = asksForSomething
    ? await readPage()
    : await constrainedServices(reader, {
        filter: applied,
        byProvider,
        order: order ?? (prefer && 'price'),
        limit: isConstrained ? offset + limit : 0,
      });
  const ranked = answers.slice(offset, offset + limit);

  const nearest =
    ranked.length === 0 && answers.length === 0 && isConstrained ? await nearestMiss(reader, query, filter) : undefined;
  const miss = nearest && parseService(nearest.service);
  const probability =
    asksForSomething && nameMatches.length === 0 ? probabilityOf(answers) : Math.min(1, answers.length);
  const confidence = confidenceOf(probability);
  const matches = ranked.flatMap((found) => found.matches);
  const { language: spoken, tokens } = analysis;
  const namedBy = namedProviders(nameMatches, parts);
  const namedTokens = (found: RankedService) =>
    found.isNamed ? namingTokens(tokens, parseService(found.service)) : [];
  const { requestsPerMonth } = analysis.constraints;
  const prices = ranked.map(({ service }) => parseService(service).pricing);
  const displayCode = displayCurrency?.toUpperCase() ?? (applied.orPrices && constraints.currency);
  const priced = prices.map((pricing) => (rates ? pricedIn(pricing, rates, displayCode, requestsPerMonth) : {}));
  const used = rates && usedRates(priced, prices, rates);
  const matched = new Set([...matches.map(({ token }) => token), ...ranked.flatMap(namedTokens)]);
  return {
    result: {
      query: text,
      tokens,
      matchedTokens: tokens.filter((token) => matched.has(token)),
      reason:
        ranked.length > 0
          ? (ranked[0]?.isNamed ? namedResultReason(spoken) : resultReason(spoken, tokens, matches, confidence)) +
            (prefer ? freeReason(spoken, new Set(answers.map(({ service }) => costPlace(service)))) : '') +
            (used ? ratesReason(spoken, used) : '')
          : reasonForNothing(),
      constraints,
      notUnderstood: analysis.notUnderstood,
      ...(miss ? { nearestMiss: { id: miss.id, name: miss.name } } : {}),
      ...(namedBy.length === 1 ? { namedProvider: namedBy[0] } : {}),
      ...(requestsPerMonth === undefined ? {} : { estimate: { requestsPerMonth } }),
      ...(used ? { rates: used } : {}),
      confidence,
      probability,
    },
    filter: applied,
    task: likelyTask(query),
    services: ranked.map(({ service, score, matches: own, isNamed }, i) => ({
      service,
      ...priced[i],
      relevance: {
        score: Math.round(score * 10_000) / 10_000,
        matchedTokens: tokens.filter((token) => own.some((match) => match.token === token)),
        matchedWords: otherWords(tokens, own),
        reason: isNamed ? namedReason(spoken, parseService(service), parts) : serviceReason(spoken, tokens, own),
      },
    })),
  };

  function reasonForNothing(): string {
    if (answers.length > 0) return noMoreReason(spoken, answers.length);
    return miss ? nearestMissReason(spoken, constraints, miss) : emptyReason(spoken, tokens);
  }
}

/** Returns the task that a query is about, if one is much more likely than others. */
function likelyTask({ tasks: [first] }: IntentQuery): string | undefined {
  return first && first.weight >= leastLikelihood ? taskIn(first.term) : undefined;
}

/** Rounds the number of answers up to whole blocks, so that the order within a block does not depend on the limit. */
const wholeBlocks = (answers: number): number => Math.max(mostMixed, Math.ceil(answers / trustBlock) * trustBlock);

/** Returns up to the requested number of answers that hold nothing refused. */
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

/** Finds the best service if the query's constraints on price, chain or status are ignored. */
async function nearestMiss(
  reader: SearchReader,
  query: IntentQuery,
  filter: SearchFilter,
): Promise<RankedService | undefined> {
  if (query.groups.every(({ weight }) => weight === 0)) return undefined;
  const [nearest] = await reader.rank({ query, filter, limit: 1 });
  return nearest;
}

/** A query that only states constraints asks for any service that meets them. */
async function constrainedServices(
  reader: SearchReader,
  { order, ...request }: Omit<ListRequest, 'sort' | 'offset'> & { order: IntentConstraints['order'] },
): Promise<{ nameMatches: RankedService[]; answers: RankedService[] }> {
  if (request.limit === 0) return { nameMatches: [], answers: [] };
  const { services } = await reader.list({ ...request, sort: listOrders[order ?? 'trust'], offset: 0 });
  return { nameMatches: [], answers: services.map((service) => ({ service, score: 1, matches: [], isLast: false })) };
}

/** Returns the first answer of each provider. */
function firstOfEach(answers: readonly RankedService[]): RankedService[] {
  const providers = new Set<string>();
  return answers.filter(({ service }) => providers.size < providers.add(providerIn(service)).size);
}
