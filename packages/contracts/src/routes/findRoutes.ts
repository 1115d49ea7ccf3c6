import { Type } from '@sinclair/typebox';
import { Category, CurrencyInUse } from '../category.js';
import { Facets } from '../counts.js';
import { ListQuery } from '../listQuery.js';
import { ProviderDetail, ProviderSummary, ProvidersQuery } from '../providers.js';
import {
  FacetsQuery,
  IntentSearchGroups,
  IntentSearchQuery,
  IntentSearchResult,
  KeywordSearchGroups,
  KeywordSearchQuery,
  KeywordSearchResult,
  ServiceGroup,
} from '../searches.js';
import { Service } from '../service.js';
import { cachingHeaders, NoParameters, open, read } from './routeContract.js';

const pagingHeaders = (total: string) => ({
  'X-Total-Count': total,
  Link: 'RFC 8288 links: first, prev, next, last. Left out when a very long query would make it larger than 8,000 characters.',
  ...cachingHeaders,
});

/** Routes that find services. */
export const findRoutes = {
  listServices: open(
    'GET',
    '/api/services',
    { querystring: ListQuery, response: { 200: Type.Union([Type.Array(Service), Type.Array(ServiceGroup)]) } },
    {
      title: 'List or search services',
      description: [
        'Filters combine. `category` and `chain` may be repeated.',
        'Any other repeated, unknown or malformed parameter gets a 400 that names it.',
        '`query` ignores case, width and kana forms, tolerates prefixes and small typos, and finds Japanese and English services by words of either language.',
      ],
      responseHeaders: pagingHeaders('Exact number of services that match; of providers with `group`.'),
    },
  ),
  searchIntent: read(
    '/api/services/search/intent',
    IntentSearchQuery,
    Type.Union([IntentSearchResult, IntentSearchGroups]),
    {
      title: 'Intent search',
      description: [
        'Say what you need in plain Japanese or English.',
        'Particles and filler are removed, words are matched across both languages, conditions such as price or chain become filters, and every result says why it is there.',
      ],
      responseHeaders: pagingHeaders(
        'Number of results on all pages: the services that pass the filters and are relevant, the best 1,000 at most; their providers with `group`.',
      ),
    },
  ),
  searchCatalog: read(
    '/api/catalog/search',
    KeywordSearchQuery,
    Type.Union([KeywordSearchResult, KeywordSearchGroups]),
    {
      title: 'Keyword search',
      description: [
        'Full-text search over the whole catalog, ranked by text match. Use it for keywords, and the intent search for sentences.',
      ],
    },
  ),
  readFacets: read('/api/facets', FacetsQuery, Facets, {
    title: 'Facets',
    description: [
      'Takes the parameters of the list.',
      'For each value of a filter, it counts the services that the list would have if that value replaced the current one.',
      'A value that is missing would find nothing.',
      'The most common values come first, at most 10,000 of a kind. Order and page are ignored.',
      'The labels of categories are in /api/categories.',
    ],
  }),
  listProviders: open(
    'GET',
    '/api/providers',
    { querystring: ProvidersQuery, response: { 200: Type.Array(ProviderSummary) } },
    {
      title: 'List providers',
      description: [
        'A provider is the registrable domain of the endpoints of its services.',
        'On domains that lend their subdomains to others, such as vercel.app, it is the whole host.',
      ],
      responseHeaders: {
        'X-Total-Count': 'Exact number of providers that match.',
        Link: 'RFC 8288 links: first, next.',
        ...cachingHeaders,
      },
    },
  ),
  getProvider: open(
    'GET',
    '/api/providers/:domain',
    {
      params: Type.Object({ domain: Type.String({ description: 'As in the list.' }) }),
      querystring: NoParameters,
      response: { 200: ProviderDetail },
    },
    {
      title: 'One provider',
      description: [
        'The figures of a provider. Its services, and what others list there, are on the list with `host`.',
      ],
      problems: [404],
      responseHeaders: cachingHeaders,
    },
  ),
  listCategories: read('/api/categories', NoParameters, Type.Array(Category), {
    title: 'Categories in use',
    description: ['Every category with its labels and the number of its services.'],
  }),
  listCurrencies: read('/api/currencies', NoParameters, Type.Array(CurrencyInUse), {
    title: 'Currencies in use',
    description: ['Every currency that has prices, with the number of its services, most used first.'],
  }),
};
