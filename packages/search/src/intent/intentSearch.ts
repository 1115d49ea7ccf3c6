import { type IntentConstraints, type IntentSearchResult, maxAnswers } from '@shirube/contracts';
import { type ExchangeRates, squash } from '@shirube/domain';
import type { Language, QueryAnalysis } from '@shirube/language';
import { weakName } from '../document/serviceNames.js';
import { findNamedIntent, namedAnswers, namedReason, namedResultReason, refusedNames } from '../names/namedAnswers.js';
import { outsideOf } from '../names/namedServices.js';
import type { ListRequest, RankedService, SearchFilter, SearchReader } from '../searchEngine.js';
import { idOf, parseService, providerIn, type ServiceJson } from '../serviceJson.js';
import { confidenceOf, probabilityOf } from './confidence.js';
import { applyConstraints } from './intentConstraints.js';
import { taskIn } from './intentFeatures.js';
import { type IntentQuery, intentQuery } from './intentQuery.js';
import { isCrowded, mixProviders, mostMixed } from './mixProviders.js';
import { acceptOtherCurrencies, byComparability, type Money, pricedIn, ratesReason, usedRates } from './money.js';
import { nearestMissReason } from './nearestMiss.js';
import { costPlace, freeFirst, listOrders, orderAnswers } from './orderAnswers.js';
import { preferTrusted, trustBlock } from './preferTrusted.js';
import { emptyReason, freeReason, noMoreReason, otherWords, resultReason, serviceReason } from './reason.js';
import { withoutRefused } from './refusals.js';

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

/** How likely a task must be to be named. */
const leastLikelihood = 0.35;

/** The result of an intent search, with the services as JSON. */
export interface FoundIntent {
  result: Omit<IntentSearchResult, 'services'>;
  /** What every service meets: the filter of the request, and what the text states. */
  filter: SearchFilter;
  /** The id of the task that it asks for, if that is clear. */
  task?: string | undefined;
  /** How many answers there are on all pages. */
  total: number;
  /** The ids of all answers of the providers of the services, if only the best of each provider was requested. */
  ofProviders?: string[] | undefined;
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
    if (ignored.includes('without')) return { filter: own, constraints, names: [] };
    const { names, words } = refusedNames(language, analysis);
    const notNames = [...names.flatMap((name) => [name, weakName(name)]), ...words];
    return { filter: { ...own, ...(notNames.length > 0 && { notNames }) }, constraints, names };
  };
  const { analysis, parts, hasText } = await findNamedIntent(reader, language, text, (one) => constrain(one).filter);
  const { filter: stated, constraints: heard, names } = constrain(analysis);
  // What is refused is needed to find it in services, but not what is only not required and refused by its name.
  const groups = analysis.groups.filter(
    ({ weight, negated, token }) => !(negated && weight > 0 && names.includes(squash(token))),
  );
  const query = intentQuery(language, { ...analysis, groups });
  const asksForSomething = query.groups.some(({ weight }) => weight > 0) || parts.length > 0;
  const { without: phrases = [], ...demands } = heard;
  // A list without words to search for can leave out providers, but nothing by what services say.
  const held = phrases.filter((phrase) => asksForSomething || names.includes(phrase));
  const without = [...held, ...names.filter((name) => !phrases.map(squash).includes(name))];
  const constraints: IntentConstraints = without.length > 0 ? { ...demands, without } : demands;
  const applied = money ? await acceptOtherCurrencies(stated, constraints, money) : stated;
  const { order } = constraints;
  const rates = money?.rates();
  const prefer = constraints.prefer ?? (constraints.free ? 'free' : undefined);
  const isConstrained = Object.keys(constraints).length > 0;
  const refusals = { refused: phrases.length > 0 ? analysis.refused : [], doubted: analysis.doubted };
  const isAddress = parts.length > 0 && !hasText;
  const readAnswers = async (most: number): Promise<FoundAnswers> => {
    const named = await namedAnswers(reader, parts, query, { filter: applied, limit: most });
    const nameMatches = withoutRefused(named, refusals);
    const request = { query, filter: outsideOf(applied, parts), limit: most };
    const allowed = isAddress ? [] : withoutRefused(await reader.rank(request), refusals);
    const best = allowed.slice(0, most);
    const unsorted = allowed.slice(most);
    if (unsorted.length > 0 && isCrowded(best)) return readAnswers(maxAnswers);
    const sorted = order ? orderAnswers(best, order, rates) : mixProviders(preferTrusted(best));
    const first = [
      ...(order ? orderAnswers(nameMatches, order, rates) : nameMatches),
      ...(prefer ? freeFirst(sorted) : sorted),
    ];
    const all = [...first, ...unsorted].slice(0, maxAnswers);
    if (!byProvider) return { nameMatches, answers: all, total: all.length };
    if (unsorted.length > 0 && groupByProvider(first).length < offset + limit) return readAnswers(4 * most);
    const byProviders = groupByProvider(all);
    const answers = byProviders.flatMap(([best]) => best ?? []);
    return { nameMatches, answers, total: answers.length, byProviders };
  };
  // What reorders or removes answers must know all of them.
  const needsAll = order !== undefined || prefer !== undefined || refusals.refused.length > 0;
  const { nameMatches, answers, total, byProviders } = asksForSomething
    ? await readAnswers(needsAll ? maxAnswers : wholeBlocks(offset + limit))
    : await constrainedServices(reader, money, {
        filter: applied,
        byProvider,
        order: order ?? (prefer && 'price'),
        limit: isConstrained ? Math.min(maxAnswers, offset + limit) : 0,
      });
  const ranked = answers.slice(offset, offset + limit);

  const isMissed = answers.length === 0 && isConstrained && query.groups.some(({ weight }) => weight > 0);
  const relaxed = { query, filter: { ...filter, notNames: applied.notNames ?? [] }, limit: maxAnswers };
  const others = isMissed ? withoutRefused(await reader.rank(relaxed), refusals) : [];
  const nearest = nearestMiss(others, constraints, rates);
  const miss = nearest && parseService(nearest.service);
  const probability =
    asksForSomething && nameMatches.length === 0 ? probabilityOf(answers) : Math.min(1, answers.length);
  const confidence = confidenceOf(probability);
  const matches = ranked.flatMap((found) => found.matches);
  const { language: spoken, tokens } = analysis;
  const namedBy = new Set(nameMatches.slice(0, parts[0]?.total).map(({ service }) => providerIn(service)));
  const naming = new Set(ranked.some(({ isNamed }) => isNamed) ? parts.flatMap((part) => part.names) : []);
  const { requestsPerMonth } = analysis.constraints;
  const prices = ranked.map(({ service }) => parseService(service).pricing);
  const displayCode = displayCurrency?.toUpperCase() ?? (applied.orPrices && constraints.currency);
  const priced = prices.map((pricing) => (rates ? pricedIn(pricing, rates, displayCode, requestsPerMonth) : {}));
  const used = rates && usedRates(priced, prices, rates);
  const matched = new Set(matches.map(({ token }) => token));
  return {
    result: {
      query: text,
      tokens,
      matchedTokens: tokens.filter((token) => matched.has(token) || naming.has(squash(token))),
      reason:
        ranked.length > 0
          ? (ranked[0]?.isNamed ? namedResultReason(spoken) : resultReason(spoken, tokens, matches, confidence)) +
            (prefer ? freeReason(spoken, new Set([...answers.slice(0, 1), ...ranked].map(costPlace))) : '') +
            (used ? ratesReason(spoken, used) : '')
          : reasonForNothing(),
      constraints,
      notUnderstood: [
        ...analysis.notUnderstood.filter((phrase) => !names.includes(squash(phrase))),
        ...phrases.filter((phrase) => !held.includes(phrase)),
      ],
      ...(miss ? { nearestMiss: { id: miss.id, name: miss.name } } : {}),
      ...(namedBy.size === 1 ? { namedProvider: [...namedBy][0] } : {}),
      ...(requestsPerMonth === undefined ? {} : { estimate: { requestsPerMonth } }),
      ...(used ? { rates: used } : {}),
      confidence,
      probability,
    },
    filter: applied,
    task: likelyTask(query),
    total,
    ofProviders: byProviders
      ?.slice(offset, offset + limit)
      .flat()
      .map(({ service }) => idOf(service)),
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
    if (total > 0) return noMoreReason(spoken, total);
    return miss ? nearestMissReason(spoken, constraints, miss) : emptyReason(spoken, tokens);
  }
}

/** Returns the task that a query is about, if one is much more likely than others. */
function likelyTask({ tasks: [first] }: IntentQuery): string | undefined {
  return first && first.weight >= leastLikelihood ? taskIn(first.term) : undefined;
}

/**
 * Returns the answer that comes nearest to what a query demands: of the relevant ones the cheapest if it states a highest
 * price, the dearest for a lowest one, and the most trusted for a trust.
 */
function nearestMiss(
  found: readonly RankedService[],
  { maxPricePerRequest: max, minPricePerRequest: min, free, minTrust }: IntentConstraints,
  rates: ExchangeRates | undefined,
): RankedService | undefined {
  if (max !== undefined || free) return orderAnswers(found, 'price', rates)[0];
  if (min !== undefined) return orderAnswers(found, 'price', rates).at(-1);
  return (minTrust === undefined ? found : orderAnswers(found, 'trust', rates))[0];
}

/** Rounds the number of answers up to whole blocks, so that the order within a block does not depend on the limit. */
const wholeBlocks = (answers: number): number => Math.max(mostMixed, Math.ceil(answers / trustBlock) * trustBlock);

interface FoundAnswers {
  /** Those that the query names. */
  nameMatches: RankedService[];
  /** At least those up to the end of the page, in order. */
  answers: RankedService[];
  total: number;
  /** All answers of each of these providers. */
  byProviders?: RankedService[][];
}

/** A query that only states constraints asks for any service that meets them. */
async function constrainedServices(
  reader: SearchReader,
  money: Money | undefined,
  { order, ...request }: Omit<ListRequest, 'sort' | 'offset'> & { order: IntentConstraints['order'] },
): Promise<FoundAnswers> {
  if (request.limit === 0) return { nameMatches: [], answers: [], total: 0 };
  const filters = order === 'price' && money ? await byComparability(request.filter, money) : [request.filter];
  const sort = listOrders[order ?? 'trust'];
  // A provider may be in both lists.
  const isJoined = request.byProvider && filters.length > 1;
  const limit = isJoined ? maxAnswers : request.limit;
  const pages = await Promise.all(filters.map((filter) => reader.list({ ...request, filter, sort, offset: 0, limit })));
  const found = pages.flatMap(({ services }) => services);
  const all = found.map((service) => ({ service, score: 1, matches: [], isLast: false }));
  const answers = (isJoined ? groupByProvider(all).flatMap(([best]) => best ?? []) : all).slice(0, maxAnswers);
  const total = isJoined ? answers.length : pages.reduce((sum, page) => sum + page.total, 0);
  return { nameMatches: [], answers, total: Math.min(maxAnswers, total) };
}

/** Returns the answers of each provider, in the order of their first ones. */
function groupByProvider(answers: readonly RankedService[]): RankedService[][] {
  const groups = new Map<string, RankedService[]>();
  for (const answer of answers) {
    const provider = providerIn(answer.service);
    groups.set(provider, [...(groups.get(provider) ?? []), answer]);
  }
  return [...groups.values()];
}
