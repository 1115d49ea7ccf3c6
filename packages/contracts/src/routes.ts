import { type TSchema, Type } from '@sinclair/typebox';
import { AccountServicesQuery } from './accountServices.js';
import { Category, CurrencyInUse } from './category.js';
import { ChangesPage, ChangesQuery, ServiceHistory } from './changes.js';
import { CheckResult } from './check.js';
import { CheckHistory, CheckHistoryQuery } from './checkHistory.js';
import { Facets, Stats } from './counts.js';
import {
  DiscoveryList,
  DiscoveryListQuery,
  DiscoverySearchQuery,
  DiscoverySearchResult,
} from './discovery.js';
import { ExportDocument, ExportQuery } from './export.js';
import { ListQuery } from './listQuery.js';
import { MonitorSummary } from './monitorSummary.js';
import { Problem } from './problem.js';
import {
  IntentSearchQuery,
  IntentSearchResult,
  KeywordSearchQuery,
  KeywordSearchResult,
} from './searches.js';
import { Registration, Service, StatusRecord } from './service.js';
import { ServicePatch } from './servicePatch.js';
import { Settlements, SettlementsResult } from './settlements.js';
import { Trust } from './trust.js';
import { NewWebhook, Webhook, WebhookRequest } from './webhook.js';

/** What the services register and the OpenAPI document describes: one definition for both. */
export interface RouteContract {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  summary: string;
  description: string;
  schema: {
    params?: TSchema;
    querystring?: TSchema;
    headers?: TSchema;
    body?: TSchema;
    response: Record<number, TSchema>;
  };
  /** Media types that the body may have; JSON when left out. */
  bodyTypes?: readonly string[];
  /** Media types that the successful answer may have beside JSON; their text is described in words. */
  answerTypes?: readonly string[];
  /** Headers of the successful response, by name, with what they hold. */
  responseHeaders?: Record<string, string>;
  /** Whether a Bearer key is needed. */
  secured?: true;
}

const define = <T extends RouteContract>(route: T): T => route;

const ServiceParams = Type.Object({ id: Type.String({ description: 'Service id (UUIDv7).' }) });
const NoParameters = Type.Object({}, { additionalProperties: false });
/** Whatever is asked, it may be asked wrongly, too often, or at a bad moment. */
const anywhere = { 400: Problem, 429: Problem, 503: Problem };
const caching = {
  ETag: 'Send it back as If-None-Match to get 304 while nothing has changed.',
  'Cache-Control': 'How long the answer may be kept.',
};

const prefer = Type.Optional(
  Type.String({
    description: 'wait=N (RFC 7240), N up to 30 seconds: answer when search knows of it.',
    examples: ['wait=10'],
  }),
);
const waited = { 'Preference-Applied': 'wait=N, when search knew of it in time.' };
const duplicate = {
  Link: 'rel="duplicate": the service of another account that has had this endpoint first. It is accepted all the same, and comes after all others in lists and searches until it is verified.',
};
/** What a change by the owner may meet. */
const changing = { ...anywhere, 401: Problem, 403: Problem, 404: Problem, 410: Problem, 412: Problem };
const editHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description:
        'The ETag of the detail: the change is made only if the service is still as it was then, and else 412. Left out: the change is made.',
    }),
  ),
  prefer,
});

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

export const getService = define({
  method: 'GET',
  url: '/api/services/:id',
  summary: 'Service detail',
  description: 'Readable the moment its registration has answered.',
  schema: {
    params: ServiceParams,
    querystring: NoParameters,
    response: { 200: Service, 404: Problem, 410: Problem, ...anywhere },
  },
  responseHeaders: caching,
});

export const getServiceStatus = define({
  method: 'GET',
  url: '/api/services/:id/status',
  summary: 'Service status',
  description: 'Trust, uptime and transactions of one service.',
  schema: {
    params: ServiceParams,
    querystring: NoParameters,
    response: { 200: StatusRecord, 404: Problem, 410: Problem, ...anywhere },
  },
  responseHeaders: caching,
});

export const getServiceTrust = define({
  method: 'GET',
  url: '/api/services/:id/trust',
  summary: 'What trust is made of',
  description:
    'The parts of the trust of one service, each with its value, its weight and the facts behind it: whether it is reached, whether it asks for what is registered, for how long, and whether it is paid for. Their points are the trustScore.',
  schema: {
    params: ServiceParams,
    querystring: NoParameters,
    response: { 200: Trust, 404: Problem, 410: Problem, ...anywhere },
  },
  responseHeaders: caching,
});

export const getCheckHistory = define({
  method: 'GET',
  url: '/api/services/:id/history',
  summary: 'What checks have seen',
  description:
    'Uptime, response time, verdicts and price of one service over a day or a week by the hour, or over 90 days by the day.',
  schema: {
    params: ServiceParams,
    querystring: CheckHistoryQuery,
    response: { 200: CheckHistory, 404: Problem, 410: Problem, ...anywhere },
  },
  responseHeaders: caching,
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
    'Every change of the catalog since a cursor. Followed from the beginning to where `more` is false it yields exactly the catalog: put each `service` under its `id`, and take out what is `deleted`. With `Accept: text/event-stream` the same changes are sent as they happen (Server-Sent Events): the data of an event is a change, its id the cursor behind it, which browsers send back as `Last-Event-ID`. A comment every 15 s keeps the connection alive; who does not read is cut off. A cursor that is too old is a 410: start over without `since`, and forget what is not named again.',
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

export const registerService = define({
  method: 'POST',
  url: '/api/services',
  summary: 'Register a service',
  description:
    'Needs a key with the scope services:write. Durable once 201 is sent; searchable a moment later, or, with `Prefer: wait=N`, before the answer. Every fault of the body is reported at once.',
  schema: {
    headers: Type.Object({
      'idempotency-key': Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 255,
          description:
            'Given once, up to 255 characters, kept for 24 hours: the same key and body give the same 201 again, another body 409.',
        }),
      ),
      prefer,
    }),
    querystring: NoParameters,
    body: Registration,
    response: {
      201: Service,
      ...anywhere,
      401: Problem,
      403: Problem,
      408: Problem,
      409: Problem,
      413: Problem,
      415: Problem,
    },
  },
  responseHeaders: {
    Location: 'Path of the new service.',
    ETag: 'Send it as If-Match with a change.',
    ...duplicate,
    ...waited,
  },
  secured: true,
});

export const editService = define({
  method: 'PATCH',
  url: '/api/services/:id',
  summary: 'Change a service',
  description:
    'By a key of its account, or an admin key. The body is a JSON Merge Patch (RFC 7396): members replace those of the registration, null removes one. What comes of it is checked as a whole as a registration is, and every fault is reported at once. A change of endpoint, price, payment address or network makes a verified service unverified.',
  schema: {
    params: ServiceParams,
    headers: editHeaders,
    querystring: NoParameters,
    body: ServicePatch,
    response: { 200: Service, ...changing, 408: Problem, 413: Problem, 415: Problem },
  },
  bodyTypes: ['application/merge-patch+json', 'application/json'],
  responseHeaders: { ETag: 'Of the service as it is now.', ...duplicate, ...waited },
  secured: true,
});

export const removeService = define({
  method: 'DELETE',
  url: '/api/services/:id',
  summary: 'Remove a service',
  description:
    'By a key of its account, or an admin key. It leaves the catalog at once, for good, and search right after. Its detail and status answer 410 from then on, as does removing it again.',
  schema: {
    params: ServiceParams,
    headers: editHeaders,
    querystring: NoParameters,
    response: { 204: Type.Null(), ...changing },
  },
  responseHeaders: waited,
  secured: true,
});

export const checkService = define({
  method: 'POST',
  url: '/api/services/:id/check',
  summary: 'Check a service now',
  description:
    'By a key of its account, or an admin key, once a minute. The monitor asks the endpoint as a client would that has not paid, and the answer says what it saw. It counts as any other check: two that confirm what is registered, a tenth of the interval apart, make a service verified.',
  schema: {
    params: ServiceParams,
    querystring: NoParameters,
    response: {
      200: CheckResult,
      ...anywhere,
      401: Problem,
      403: Problem,
      404: Problem,
      409: Problem,
      410: Problem,
    },
  },
  secured: true,
});

export const listAccountServices = define({
  method: 'GET',
  url: '/api/account/services',
  summary: 'Your own services',
  description:
    'The services of the account that the key belongs to, newest first, as they are in the catalog: those that search does not show yet are there too.',
  schema: {
    querystring: AccountServicesQuery,
    response: { 200: Type.Array(Service), ...anywhere, 401: Problem, 403: Problem },
  },
  responseHeaders: {
    'X-Total-Count': 'Number of services that the account has.',
    Link: 'RFC 8288 link: next, where there is a next page.',
  },
  secured: true,
});

/** What a request about one's own account may meet. */
const ofAccount = { ...anywhere, 401: Problem, 403: Problem };

export const setWebhook = define({
  method: 'PUT',
  url: '/api/account/webhook',
  summary: 'Be told of changes of status',
  description:
    'Whenever the status of a service of the account changes, a POST with what it was, what it became and why goes to this address, signed with the secret of the answer. What is not answered with 2xx is sent again for two hours, ever more seldom. Only what is public can be reached. Setting it again makes a new secret.',
  schema: {
    querystring: NoParameters,
    body: WebhookRequest,
    response: { 200: NewWebhook, ...ofAccount, 408: Problem, 413: Problem, 415: Problem },
  },
  secured: true,
});

export const getWebhook = define({
  method: 'GET',
  url: '/api/account/webhook',
  summary: 'Your webhook, and how it goes',
  description: 'Where the account is told of changes of status, and what was taken, or given up, and why.',
  schema: { querystring: NoParameters, response: { 200: Webhook, ...ofAccount, 404: Problem } },
  secured: true,
});

export const removeWebhook = define({
  method: 'DELETE',
  url: '/api/account/webhook',
  summary: 'Be told no more',
  description: 'Ends the webhook of the account, with all that was still to be sent.',
  schema: { querystring: NoParameters, response: { 204: Type.Null(), ...ofAccount, 404: Problem } },
  secured: true,
});

export const reportSettlements = define({
  method: 'POST',
  url: '/api/settlements',
  summary: 'Report settled payments',
  description:
    'For facilitators, with a key that has the scope settlements:write. Each settlement is counted once by network and transaction: sending it again is no error. It belongs to the service whose endpoint is the `resource`, with or without its query, or else to the one that is paid at `payTo` on `network`; where that leaves more than one it is kept apart. `txCount` and `totalRevenue` of the service follow, the latter with what was settled in its currency. A line that is wrong is named in the answer, and the others are counted.',
  schema: {
    querystring: NoParameters,
    body: Settlements,
    response: {
      200: SettlementsResult,
      ...anywhere,
      401: Problem,
      403: Problem,
      408: Problem,
      413: Problem,
      415: Problem,
    },
  },
  secured: true,
});

export const getMonitorSummary = define({
  method: 'GET',
  url: '/api/monitor/summary',
  summary: 'The health of the directory',
  description:
    'For operators, with an admin key: verdicts of the last 30 days, hosts that fail, and the services whose status has changed, with the reason.',
  schema: {
    querystring: NoParameters,
    response: { 200: MonitorSummary, ...anywhere, 401: Problem, 403: Problem },
  },
  secured: true,
});

export const searchCatalog = define({
  method: 'GET',
  url: '/api/catalog/search',
  summary: 'Keyword search',
  description: 'Full-text search over the whole catalog, ranked by text match. For structured keywords.',
  schema: {
    querystring: KeywordSearchQuery,
    response: { 200: KeywordSearchResult, ...anywhere },
  },
  responseHeaders: caching,
});

export const searchIntent = define({
  method: 'GET',
  url: '/api/services/search/intent',
  summary: 'Intent search',
  description:
    'Say what you need in plain Japanese or English. Particles and filler are removed, words are matched across both languages, what the sentence says of price or chain becomes a filter, and every answer says why it is there.',
  schema: {
    querystring: IntentSearchQuery,
    response: { 200: IntentSearchResult, ...anywhere },
  },
  responseHeaders: caching,
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

export const listCategories = define({
  method: 'GET',
  url: '/api/categories',
  summary: 'Categories in use',
  description: 'Every category with its labels and the number of its services.',
  schema: { querystring: NoParameters, response: { 200: Type.Array(Category), ...anywhere } },
  responseHeaders: caching,
});

export const listCurrencies = define({
  method: 'GET',
  url: '/api/currencies',
  summary: 'Currencies in use',
  description: 'Every currency that prices are in with the number of its services, the most used first.',
  schema: { querystring: NoParameters, response: { 200: Type.Array(CurrencyInUse), ...anywhere } },
  responseHeaders: caching,
});

export const readStats = define({
  method: 'GET',
  url: '/api/stats',
  summary: 'The catalog in figures',
  description:
    'How many services there are by status, category and chain, the quartiles of their prices by currency, and how many were added on each of the last 90 days. All figures are of one moment, a few seconds ago.',
  schema: { querystring: NoParameters, response: { 200: Stats, ...anywhere } },
  responseHeaders: caching,
});

export const readFacets = define({
  method: 'GET',
  url: '/api/facets',
  summary: 'What each filter would find',
  description:
    'Takes the parameters of the list and tells, for each value of a filter, how many services the list would have with that value in place of the present one, everything else being equal. A value that is not here would find nothing. The commonest come first, at most 10,000 of a kind. Order and page make no difference. The labels of categories are in /api/categories.',
  schema: { querystring: ListQuery, response: { 200: Facets, ...anywhere } },
  responseHeaders: caching,
});

const leftOut =
  'What is inactive is left out, and so is what cannot be expressed: a price in a coin that is not known on its network, or finer than that coin (/api/stats counts both). A filter by extension is a 400, since the catalog does not know which extensions a service has.';

export const listResources = define({
  method: 'GET',
  url: '/discovery/resources',
  summary: 'List resources, for x402 clients',
  description: `The services that can be paid for, in the form of the discovery protocol of x402 (Bazaar). ${leftOut}`,
  schema: { querystring: DiscoveryListQuery, response: { 200: DiscoveryList, ...anywhere } },
  responseHeaders: caching,
});

export const searchResources = define({
  method: 'GET',
  url: '/discovery/search',
  summary: 'Search resources, for x402 clients',
  description: `The intent search, in Japanese and English, in the form of the discovery protocol of x402 (Bazaar). ${leftOut}`,
  schema: { querystring: DiscoverySearchQuery, response: { 200: DiscoverySearchResult, ...anywhere } },
  responseHeaders: caching,
});

/** Every public route. */
export const routes: readonly RouteContract[] = [
  listServices,
  getService,
  getServiceStatus,
  getServiceTrust,
  getCheckHistory,
  getServiceHistory,
  registerService,
  editService,
  removeService,
  checkService,
  listAccountServices,
  setWebhook,
  getWebhook,
  removeWebhook,
  reportSettlements,
  getMonitorSummary,
  listChanges,
  searchCatalog,
  searchIntent,
  exportCatalog,
  listCategories,
  listCurrencies,
  readFacets,
  readStats,
  listResources,
  searchResources,
];
