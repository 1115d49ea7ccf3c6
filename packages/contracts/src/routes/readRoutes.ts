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
import { ListQuery, SimilarQuery } from '../listQuery.js';
import {
  FacetsQuery,
  IntentSearchQuery,
  IntentSearchResult,
  KeywordSearchQuery,
  KeywordSearchResult,
} from '../searches.js';
import { Service, ServiceDetail, Snippets, StatusRecord } from '../service.js';
import { Trust } from '../trust.js';
import { caching, NoParameters, open, ServiceParams } from './routeContract.js';

/** A public, cacheable GET route. */
const read = <Query extends TSchema, Answer extends TSchema>(url: string, querystring: Query, answer: Answer) =>
  open('GET', url, { querystring, response: { 200: answer } }, { responseHeaders: caching });

/** The same for one service. */
const readOne = <Query extends TSchema, Answer extends TSchema>(path: string, querystring: Query, answer: Answer) =>
  open(
    'GET',
    `/api/services/:id${path}`,
    { params: ServiceParams, querystring, response: { 200: answer } },
    { problems: [404, 410], responseHeaders: caching },
  );

export const listServices = open(
  'GET',
  '/api/services',
  { querystring: ListQuery, response: { 200: Type.Array(Service) } },
  {
    responseHeaders: {
      'X-Total-Count': 'Exact number of services that match.',
      Link: 'RFC 8288 links: first, prev, next, last. Left out when a very long query would make it larger than 8,000 characters.',
      ...caching,
    },
  },
);

export const searchCatalog = read('/api/catalog/search', KeywordSearchQuery, KeywordSearchResult);
export const searchIntent = read('/api/services/search/intent', IntentSearchQuery, IntentSearchResult);
export const readFacets = read('/api/facets', FacetsQuery, Facets);
export const listCategories = read('/api/categories', NoParameters, Type.Array(Category));
export const listCurrencies = read('/api/currencies', NoParameters, Type.Array(CurrencyInUse));
export const readStats = read('/api/stats', NoParameters, Stats);

export const getService = readOne('', NoParameters, ServiceDetail);
export const getSnippets = readOne('/snippets', NoParameters, Snippets);
export const getServiceStatus = readOne('/status', NoParameters, StatusRecord);
export const getServiceTrust = readOne('/trust', NoParameters, Trust);
export const listSimilar = readOne('/similar', SimilarQuery, Type.Array(Service));
export const getCheckHistory = readOne('/history', CheckHistoryQuery, CheckHistory);
/** The history of a removed service stays readable, so there is no 410. */
export const getServiceHistory = { ...readOne('/changes', NoParameters, ServiceHistory), problems: [404] };

export const listChanges = open(
  'GET',
  '/api/changes',
  {
    headers: Type.Object({
      'last-event-id': Type.Optional(
        Type.String({ description: 'The id of the last event, instead of `since`, from clients of the event stream.' }),
      ),
    }),
    querystring: ChangesQuery,
    response: { 200: ChangesPage },
  },
  { problems: [410] },
);

export const exportCatalog = open(
  'GET',
  '/api/export',
  { querystring: ExportQuery, response: { 200: ExportDocument } },
  { answerTypes: ['application/x-ndjson'], responseHeaders: { ETag: caching.ETag } },
);

export const listResources = read('/discovery/resources', DiscoveryListQuery, DiscoveryList);
export const listMerchant = read('/discovery/merchant', DiscoveryMerchantQuery, DiscoveryMerchant);
export const searchResources = read('/discovery/search', DiscoverySearchQuery, DiscoverySearchResult);
