import { type TSchema, Type } from '@sinclair/typebox';
import { Category, CurrencyInUse } from '../category.js';
import { ChangesPage, ChangesQuery, ServiceHistory } from '../changes.js';
import { CheckHistory, CheckHistoryQuery } from '../checkHistory.js';
import { Facets, Stats } from '../counts.js';
import {
  DiscoveryList,
  DiscoveryListQuery,
  DiscoveryMerchant,
  DiscoveryMerchantQuery,
  DiscoverySearchQuery,
  DiscoverySearchResult,
} from '../discovery.js';
import { ExportDocument, ExportQuery } from '../export.js';
import { ListQuery } from '../listQuery.js';
import { Problem } from '../problem.js';
import { IntentSearchQuery, IntentSearchResult, KeywordSearchQuery, KeywordSearchResult } from '../searches.js';
import { Service, ServiceDetail, StatusRecord } from '../service.js';
import { Trust } from '../trust.js';
import { anywhere, caching, define, NoParameters, ServiceParams } from './routeContract.js';

/** What anybody may read, and may keep for a while. */
const read = <Path extends string, Query extends TSchema, Answer extends TSchema>(
  url: Path,
  querystring: Query,
  answer: Answer,
  about: { summary: string; description: string },
) =>
  define({
    method: 'GET',
    url,
    ...about,
    schema: { querystring, response: { 200: answer, ...anywhere } },
    responseHeaders: caching,
  });

/** The same of one service. */
const readOne = <Path extends string, Query extends TSchema, Answer extends TSchema>(
  ...route: Parameters<typeof read<Path, Query, Answer>>
) => {
  const { schema, ...rest } = read(...route);
  const response = { ...schema.response, 404: Problem, 410: Problem };
  return define({ ...rest, schema: { params: ServiceParams, ...schema, response } });
};

export const listServices = define({
  method: 'GET',
  url: '/api/services',
  summary: 'List or search services',
  description:
    'Filters combine; an unknown, repeated or ill-formed parameter is a 400 that names it. `query` forgives case, width, kana forms, prefixes and small typos, and finds Japanese and English entries by words of either language.',
  schema: { querystring: ListQuery, response: { 200: Type.Array(Service), ...anywhere } },
  responseHeaders: {
    'X-Total-Count': 'Exact number of services that match.',
    Link: 'RFC 8288 links: first, prev, next, last. Left out when a very long query would make it larger than 8,000 characters.',
    ...caching,
  },
});

export const getService = readOne('/api/services/:id', NoParameters, ServiceDetail, {
  summary: 'Service detail',
  description: 'Readable the moment its registration has answered.',
});

export const getServiceStatus = readOne('/api/services/:id/status', NoParameters, StatusRecord, {
  summary: 'Service status',
  description: 'Trust, uptime and transactions of one service.',
});

export const getServiceTrust = readOne('/api/services/:id/trust', NoParameters, Trust, {
  summary: 'What trust is made of',
  description:
    'The parts of the trust of one service, each with its value, its weight and the facts behind it: whether it is reached, whether it asks for what is registered, for how long, and whether it is paid for. Their points are the trustScore.',
});

export const getCheckHistory = readOne('/api/services/:id/history', CheckHistoryQuery, CheckHistory, {
  summary: 'What checks have seen',
  description:
    'Uptime, response time, verdicts and price of one service over a day or a week by the hour, or over 90 days by the day.',
});

export const getServiceHistory = define({
  method: 'GET',
  url: '/api/services/:id/changes',
  summary: 'History of a service',
  description:
    'What happened to one service, the latest first: its registration and the last hundred changes for as long as there is the service; what it was, and that it was removed, for as long as the operator remembers removals. Changes of trust alone are left out.',
  schema: {
    params: ServiceParams,
    querystring: NoParameters,
    response: { 200: ServiceHistory, 404: Problem, ...anywhere },
  },
  responseHeaders: caching,
});

export const listChanges = define({
  method: 'GET',
  url: '/api/changes',
  summary: 'Follow the catalog',
  description:
    'Every change of the catalog since a cursor. Followed from the beginning to where `more` is false it yields exactly the catalog: put each `service` under its `id`, and take out what is `deleted`. With `Accept: text/event-stream` the same changes are sent as they happen (Server-Sent Events): the data of an event is a change, its id the cursor behind it, which browsers send back as `Last-Event-ID`. A comment every 15 s keeps the connection alive; who does not read is cut off. With `category`, `account` or `service` a page may hold fewer changes than `limit`, even none while `more` is true; removals are sent whatever the category or account, since it is not known any more. A cursor that is too old is a 410: start over without `since`, and forget what is not named again.',
  schema: {
    headers: Type.Object({
      'last-event-id': Type.Optional(
        Type.String({ description: 'The id of the last event, in place of `since`, from who listens.' }),
      ),
    }),
    querystring: ChangesQuery,
    response: { 200: ChangesPage, ...anywhere, 410: Problem },
  },
});

export const searchCatalog = read('/api/catalog/search', KeywordSearchQuery, KeywordSearchResult, {
  summary: 'Keyword search',
  description: 'Full-text search over the whole catalog, ranked by text match. For structured keywords.',
});

export const searchIntent = read('/api/services/search/intent', IntentSearchQuery, IntentSearchResult, {
  summary: 'Intent search',
  description:
    'Say what you need in plain Japanese or English. Particles and filler are removed, words are matched across both languages, what the sentence says of price or chain becomes a filter, and every answer says why it is there.',
});

export const exportCatalog = define({
  method: 'GET',
  url: '/api/export',
  summary: 'Export the catalog',
  description:
    'The complete catalog, streamed in id order from one consistent snapshot. Four can be read at once, two of them from one address; one whose reader takes less than 64 kB in 30 s is cut.',
  schema: { querystring: ExportQuery, response: { 200: ExportDocument, ...anywhere } },
  answerTypes: ['application/x-ndjson'],
  responseHeaders: { ETag: caching.ETag },
});

export const listCategories = read('/api/categories', NoParameters, Type.Array(Category), {
  summary: 'Categories in use',
  description: 'Every category with its labels and the number of its services.',
});

export const listCurrencies = read('/api/currencies', NoParameters, Type.Array(CurrencyInUse), {
  summary: 'Currencies in use',
  description: 'Every currency that prices are in with the number of its services, the most used first.',
});

export const readStats = read('/api/stats', NoParameters, Stats, {
  summary: 'The catalog in figures',
  description:
    'How many services there are by status, category and chain, the quartiles of their prices by currency, and how many were added on each of the last 90 days. All figures are of one moment, a few seconds ago.',
});

export const readFacets = read('/api/facets', ListQuery, Facets, {
  summary: 'What each filter would find',
  description:
    'Takes the parameters of the list and tells, for each value of a filter, how many services the list would have with that value in place of the present one, everything else being equal. A value that is not here would find nothing. The commonest come first, at most 10,000 of a kind. Order and page make no difference. The labels of categories are in /api/categories.',
});

const leftOut =
  'What is inactive is left out, and so is what cannot be expressed: a price in a coin that is not known on its network, or finer than that coin (/api/stats counts both). A filter by extension is a 400, since the catalog does not know which extensions a service has.';

export const listResources = read('/discovery/resources', DiscoveryListQuery, DiscoveryList, {
  summary: 'List resources, for x402 clients',
  description: `The services that can be paid for, in the form of the discovery protocol of x402 (Bazaar). ${leftOut}`,
});

export const listMerchant = read('/discovery/merchant', DiscoveryMerchantQuery, DiscoveryMerchant, {
  summary: 'List what is paid to an address, for x402 clients',
  description: `The services that are paid to one address, in the form of the discovery protocol of x402. ${leftOut}`,
});

export const searchResources = read('/discovery/search', DiscoverySearchQuery, DiscoverySearchResult, {
  summary: 'Search resources, for x402 clients',
  description: `The intent search, in Japanese and English, in the form of the discovery protocol of x402 (Bazaar). ${leftOut}`,
});
