import { hash } from 'node:crypto';
import { createServiceFinder, type Database, isDatabaseUnavailable } from '@shirube/catalog';
import {
  canonicalChain,
  type DiscoveryListQuery,
  type DiscoveryMerchantQuery,
  type DiscoverySearchQuery,
  discoveryResource,
  listMerchant,
  listResources,
  paymentAddressKey,
  searchResources,
} from '@shirube/contracts';
import type { Language } from '@shirube/language';
import { findIntent, parseService, type SearchFilter, type SearchReader, type ServiceJson } from '@shirube/search';
import { type App, validationFailed } from '@shirube/service-kit';
import fastJson from 'fast-json-stringify';
import { createAnswer } from './answers/answer.js';
import type { AnswerCache, ReadAnswer } from './answers/answerCache.js';

interface DiscoveryOptions {
  /** How services are called is not in the index. */
  database: Database;
  search: SearchReader;
  language: Language;
  lists: AnswerCache;
  intents: AnswerCache;
}

/** What clients of the discovery protocol of x402 ask for. */
export interface Discovery {
  list: ReadAnswer<DiscoveryListQuery>;
  merchant: ReadAnswer<DiscoveryMerchantQuery>;
  search: ReadAnswer<DiscoverySearchQuery>;
}

const stringifyList = fastJson(listResources.schema.response[200]);
const stringifyMerchant = fastJson(listMerchant.schema.response[200]);
const stringifyFound = fastJson(searchResources.schema.response[200]);
/** As deep as an intent can be paged through. */
const mostFound = 1_000;

/** The filter of a request, or undefined when it asks for what is not kept here: then nothing is found. */
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

/** Search does not know which services say how they are called. */
const unapplied = ({ extensions = '' }: DiscoveryListQuery) =>
  extensions.split(',').includes('bazaar') ? { unappliedFilters: ['extensions'] } : {};

/** Says what a cursor belongs to, so that one of another search is not taken for one of this. */
const searchKey = ({ cursor: _cursor, limit: _limit, ...asked }: DiscoverySearchQuery): string =>
  hash('sha1', JSON.stringify(Object.entries(asked).sort()), 'base64url').slice(0, 8);

const writeCursor = (query: DiscoverySearchQuery, offset: number): string => `${offset}.${searchKey(query)}`;

function readCursor(query: DiscoverySearchQuery): number {
  if (query.cursor === undefined) return 0;
  const [offset = '', key] = query.cursor.split('.');
  const isKnown = /^[1-9]\d{0,3}$/.test(offset) && Number(offset) < mostFound && key === searchKey(query);
  if (isKnown) return Number(offset);
  const message = 'must be the cursor of a page with the same query and filters';
  throw validationFailed({ faults: [{ path: 'cursor', message }] });
}

/** Errors have a string `error` beside what all errors have here: clients of the protocol look for it. */
export function sayErrorsPlainly(scope: App): void {
  scope.addHook<object>('preSerialization', (_request, reply, payload, done) => {
    const isProblem = reply.statusCode >= 400 && 'detail' in payload;
    done(null, isProblem ? { ...payload, error: payload.detail } : payload);
  });
}

/** The discovery protocol of x402: what its clients ask of a facilitator, answered from the catalog. */
export function createDiscovery({ database, search, language, lists, intents }: DiscoveryOptions): Discovery {
  const findService = createServiceFinder(database);
  const toResources = (services: readonly ServiceJson[]) =>
    Promise.all(
      services.map(async (json) => {
        const service = parseService(json);
        // While the catalog is away, without how it is called.
        const detail = await findService(service.id).catch((error) => {
          if (isDatabaseUnavailable(error)) return undefined;
          throw error;
        });
        return discoveryResource(detail ?? service);
      }),
    );

  /** In the order of registration: what comes while somebody reads page after page comes last. */
  async function page(query: DiscoveryListQuery) {
    const { limit = 20, offset = 0 } = query;
    const filter = discoveryFilter(query);
    const sort = { by: 'createdAt', order: 'asc' } as const;
    const { total, services } = filter
      ? await search.list({ filter, sort, offset, limit })
      : { total: 0, services: [] };
    return { ...unapplied(query), items: await toResources(services), pagination: { limit, offset, total } };
  }

  const list = async (query: DiscoveryListQuery) => stringifyList({ x402Version: 2, ...(await page(query)) });

  async function merchant(query: DiscoveryMerchantQuery) {
    const { items, pagination } = await page(query);
    return stringifyMerchant({ x402Version: 2, payTo: query.payTo, resources: items, pagination });
  }

  async function find(query: DiscoverySearchQuery, offset: number) {
    const { limit: asked = 20 } = query;
    const limit = Math.min(asked, mostFound - offset);
    const filter = discoveryFilter(query);
    // One more than the page holds tells whether there is another.
    const request = filter && { text: query.query, filter, offset, limit: limit + 1 };
    const found = request ? (await findIntent(search, language, request)).services : [];
    const isLast = found.length <= limit;
    const canGoOn = !isLast && offset + limit < mostFound;
    return stringifyFound({
      x402Version: 2,
      ...unapplied(query),
      resources: await toResources(found.slice(0, limit).map(({ service }) => service)),
      partialResults: !isLast && !canGoOn,
      pagination: { limit: asked, cursor: canGoOn ? writeCursor(query, offset + limit) : null },
    });
  }

  return {
    list: (query) => lists.get('resources', query, async () => createAnswer(await list(query))),
    merchant: (query) => lists.get('merchant', query, async () => createAnswer(await merchant(query))),
    search(query) {
      const offset = readCursor(query);
      return intents.get('discovery', query, async () => createAnswer(await find(query, offset)));
    },
  };
}
