import { hash } from 'node:crypto';
import { createServiceFinder, type Database, isDatabaseUnavailable } from '@shirube/catalog';
import {
  type DiscoveryListQuery,
  type DiscoveryMerchantQuery,
  type DiscoverySearchQuery,
  discoveryResource,
  maxAnswers,
  paymentAddressKey,
  routes,
} from '@shirube/contracts';
import { canonicalChain } from '@shirube/domain';
import type { Language } from '@shirube/language';
import {
  findIntent,
  type Money,
  parseService,
  type SearchFilter,
  type SearchReader,
  type ServiceJson,
} from '@shirube/search';
import { type App, validationFailed } from '@shirube/service-kit';
import fastJson from 'fast-json-stringify';
import { createAnswer, withImpressions } from './answers/answer.js';
import type { AnswerCache, ReadAnswer } from './answers/answerCache.js';
import { resultsOf } from './insights/impression.js';

interface DiscoveryOptions {
  /** Needed because the index does not contain how services are called. */
  database: Database;
  search: SearchReader;
  language: Language;
  money: Money;
  lists: AnswerCache;
  intents: AnswerCache;
}

/** The reads of the x402 discovery protocol. */
export interface Discovery {
  list: ReadAnswer<DiscoveryListQuery>;
  merchant: ReadAnswer<DiscoveryMerchantQuery>;
  search: ReadAnswer<DiscoverySearchQuery>;
}

const stringifyList = fastJson(routes.listResources.schema.response[200]);
const stringifyMerchant = fastJson(routes.listMerchant.schema.response[200]);
const stringifyFound = fastJson(routes.searchResources.schema.response[200]);

/**
 * Returns the filter of a request; undefined if it asks for something that the catalog never contains, so that nothing
 * is found.
 */
function discoveryFilter({
  type,
  scheme = 'exact',
  extensions = '',
  payTo,
  network,
}: DiscoveryListQuery): SearchFilter | undefined {
  if (scheme !== 'exact' || /(?:^|,)(?!(?:shirube|bazaar)?(?:,|$))/.test(extensions)) return undefined;
  const chain = network === undefined ? undefined : canonicalChain(network);
  return {
    discoverable: true,
    ...(type === undefined ? {} : { callType: type }),
    ...(payTo === undefined ? {} : { payTo: paymentAddressKey(payTo) }),
    ...(chain === undefined ? {} : { chains: [chain] }),
  };
}

/** Reports `extensions` as unapplied: the index does not know which services state how they are called. */
const unapplied = ({ extensions = '' }: DiscoveryListQuery) =>
  extensions.split(',').includes('bazaar') ? { unappliedFilters: ['extensions'] } : {};

/** Identifies the search that a cursor belongs to, so that a cursor of another search is not accepted. */
const searchKey = ({ cursor: _cursor, limit: _limit, ...filters }: DiscoverySearchQuery): string =>
  hash('sha1', JSON.stringify(Object.entries(filters).sort()), 'base64url').slice(0, 8);

const writeCursor = (query: DiscoverySearchQuery, offset: number): string => `${offset}.${searchKey(query)}`;

function readCursor(query: DiscoverySearchQuery): number {
  if (query.cursor === undefined) return 0;
  const [offset = '', key] = query.cursor.split('.');
  const isKnown = /^[1-9]\d{0,3}$/.test(offset) && Number(offset) < maxAnswers && key === searchKey(query);
  if (isKnown) return Number(offset);
  const message = 'must be the cursor of a page with the same query and filters';
  throw validationFailed({ faults: [{ path: 'cursor', message }] });
}

/** Adds a string `error` to error responses: clients of the protocol look for it. */
export function addErrorField(scope: App): void {
  scope.addHook<object>('preSerialization', (_request, reply, payload, done) => {
    const isProblem = reply.statusCode >= 400 && 'detail' in payload;
    done(null, isProblem ? { ...payload, error: payload.detail } : payload);
  });
}

/** Serves the x402 discovery protocol, which clients expect of a facilitator, from the catalog. */
export function createDiscovery({ database, search, language, money, lists, intents }: DiscoveryOptions): Discovery {
  const findService = createServiceFinder(database);
  const toResources = (services: readonly ServiceJson[]) =>
    Promise.all(
      services.map(async (json) => {
        const service = parseService(json);
        // While the catalog is unavailable, the resource lacks how it is called.
        const detail = await findService(service.id).catch((error) => {
          if (isDatabaseUnavailable(error)) return undefined;
          throw error;
        });
        return discoveryResource(detail ?? service);
      }),
    );

  /** In registration order, test networks last: services that are added while a client pages come last. */
  async function page(query: DiscoveryListQuery) {
    const { limit = 20, offset = 0 } = query;
    const filter = discoveryFilter(query);
    const sort = { by: 'createdAt', order: 'asc' } as const;
    let total = 0;
    const services: ServiceJson[] = [];
    for (const testnet of filter ? [false, true] : []) {
      const missing = limit - services.length;
      const place = { offset: Math.max(0, offset - total), limit: Math.max(1, missing) };
      const found = await search.list({ filter: { ...filter, testnet }, sort, ...place });
      services.push(...found.services.slice(0, missing));
      total += found.total;
    }
    return { ...unapplied(query), items: await toResources(services), pagination: { limit, offset, total } };
  }

  const list = async (query: DiscoveryListQuery) => stringifyList({ x402Version: 2, ...(await page(query)) });

  async function merchant(query: DiscoveryMerchantQuery) {
    const { items, pagination } = await page(query);
    return stringifyMerchant({ x402Version: 2, payTo: query.payTo, resources: items, pagination });
  }

  async function find(query: DiscoverySearchQuery, offset: number) {
    const { limit = 20 } = query;
    const filter = discoveryFilter(query);
    const request = filter && { text: query.query, filter, offset, limit, money };
    const intent = request && (await findIntent(search, language, request));
    const { services: page = [], total = 0 } = intent ?? {};
    const canGoOn = offset + limit < total;
    const json = stringifyFound({
      x402Version: 2,
      ...unapplied(query),
      resources: await toResources(page.map(({ service }) => service)),
      partialResults: !canGoOn && total === maxAnswers,
      pagination: { limit, cursor: canGoOn ? writeCursor(query, offset + limit) : null },
    });
    const words = () => intent?.result.tokens ?? [];
    return withImpressions(
      createAnswer(json),
      resultsOf(page, { text: query.query, words, offset, task: intent?.task }),
    );
  }

  return {
    list: (query) => lists.get('resources', query, async () => createAnswer(await list(query))),
    merchant: (query) => lists.get('merchant', query, async () => createAnswer(await merchant(query))),
    search(query) {
      const offset = readCursor(query);
      return intents.get('discovery', query, () => find(query, offset));
    },
  };
}
