import type { paths } from './contract.js';
import { type FollowedChange, followChanges } from './followChanges.js';
import { type ListPage, readListPage } from './listPage.js';
import { problemOf } from './problemError.js';
import { type AnswerOptions, bearer, type EditOptions, type RegisterOptions, writeHeaders } from './register.js';
import type * as api from './schemas.js';

export interface ClientOptions {
  /** The URL of the directory, such as `https://directory.example`; the page's own origin by default. */
  baseUrl?: string;
  /** The API key, required for calls about your own services. */
  key?: string;
  /** Replaces the global fetch. */
  fetch?: typeof fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
}

export interface DetailOptions extends AnswerOptions {
  /** Whether to bypass caches, so that the response includes the latest changes. */
  fresh?: boolean;
}

export interface KeyOptions extends CallOptions {
  /** The API key; the client's key by default. */
  key?: string;
}

/** Fills in `{id}` and the query of a path. A path that is not in the contract does not compile. */
function pathOf(path: keyof paths, id = '', query: object = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value ?? []].flat()) parameters.append(name, String(each));
  }
  return path.replace('{id}', encodeURIComponent(id)) + (parameters.size > 0 ? `?${parameters}` : '');
}

/**
 * Every call rejects with a ProblemError if the directory refuses it, and with fetch's own error if it is unreachable.
 */
export type DirectoryClient = ReturnType<typeof createClient>;

/** Creates a client for the directory at `baseUrl`. Clients are stateless: share one or create many. */
export function createClient({ baseUrl = '', key, fetch: send = fetch }: ClientOptions = {}) {
  const base = baseUrl.replace(/\/+$/, '');

  async function request(path: string, init: RequestInit): Promise<Response> {
    const response = await send(base + path, init);
    if (!response.ok) throw await problemOf(response);
    return response;
  }

  async function read<Answer>(path: string, { signal, fresh = false, onHeaders }: DetailOptions = {}): Promise<Answer> {
    const response = await request(path, { signal: signal ?? null, ...(fresh ? { cache: 'no-cache' } : {}) });
    onHeaders?.(response.headers);
    return response.json();
  }

  async function page<Item = api.Service>(
    path: string,
    { signal, key: ownKey = key }: KeyOptions = {},
  ): Promise<ListPage<Item>> {
    // Only the account's own services need a key. Requests that carry one bypass caches.
    const headers = path.startsWith(pathOf('/api/account/services')) ? bearer(ownKey) : {};
    return readListPage(await request(path, { headers, signal: signal ?? null }));
  }

  /** Resolves with the content of the response; undefined if it has none. */
  async function write<Answer>(
    method: string,
    path: string,
    options: RegisterOptions & EditOptions = {},
    body?: object,
    contentType = 'application/json',
  ): Promise<Answer> {
    const headers = writeHeaders(options, key);
    const response = await request(path, {
      method,
      headers: body ? { ...headers, 'content-type': contentType } : headers,
      body: body ? JSON.stringify(body) : null,
      signal: options.signal ?? null,
    });
    options.onHeaders?.(response.headers);
    const answer = response.status === 204 ? undefined : await response.json();
    return answer;
  }

  return {
    listServices: (query: api.ListQuery = {}, options?: CallOptions): Promise<ListPage> =>
      page(pathOf('/api/services', '', query), options),
    /** Fetches any page from the `links` of another page. */
    page,
    getService: (id: string, options?: DetailOptions): Promise<api.ServiceDetail> =>
      read(pathOf('/api/services/{id}', id), options),
    /** Returns code to paste that calls the service. */
    getSnippets: (id: string, options?: CallOptions): Promise<api.Snippets> =>
      read(pathOf('/api/services/{id}/snippets', id), options),
    getServiceStatus: (id: string, options?: CallOptions): Promise<api.StatusRecord> =>
      read(pathOf('/api/services/{id}/status', id), options),
    /** Returns the components of a service's trust score. */
    getServiceTrust: (id: string, options?: CallOptions): Promise<api.Trust> =>
      read(pathOf('/api/services/{id}/trust', id), options),
    /** Returns services that do something similar, nearest in meaning first. */
    listSimilar: (id: string, query: api.SimilarQuery = {}, options?: CallOptions): Promise<api.Service[]> =>
      read(pathOf('/api/services/{id}/similar', id, query), options),
    /** Returns the check history of a service. */
    getCheckHistory: (
      id: string,
      query: api.CheckHistoryQuery = {},
      options?: CallOptions,
    ): Promise<api.CheckHistory> => read(pathOf('/api/services/{id}/history', id, query), options),
    /** Returns the changes of a service, latest first. */
    getServiceHistory: (id: string, options?: CallOptions): Promise<api.ServiceHistory> =>
      read(pathOf('/api/services/{id}/changes', id), options),
    /** Returns the changes since a cursor. Pass the `cursor` of a page to get the next one. */
    listChanges: (query: api.ChangesQuery = {}, options?: CallOptions): Promise<api.ChangesPage> =>
      read(pathOf('/api/changes', '', query), options),
    /**
     * Yields every change since a cursor, then new ones as they happen, until the signal is aborted. Broken connections
     * are resumed at the last cursor. Rejects with errors that a retry does not fix.
     */
    async *followChanges(
      query: Omit<api.ChangesQuery, 'limit'> = {},
      options?: CallOptions,
    ): AsyncGenerator<FollowedChange, void> {
      const signal = options?.signal ?? new AbortController().signal;
      const at = (since: string | undefined) => pathOf('/api/changes', '', { ...query, since });
      // Resolves the current cursor first, so that nothing is missed if the first connection breaks.
      const since = query.since === 'now' ? (await read<api.ChangesPage>(at('now'), { signal })).cursor : query.since;
      const headers = { accept: 'text/event-stream' };
      yield* followChanges((place, until) => request(at(place), { headers, signal: until }), since, signal);
    },
    searchCatalog: (query: api.KeywordSearchQuery, options?: CallOptions): Promise<api.KeywordSearchResult> =>
      read(pathOf('/api/catalog/search', '', query), options),
    searchIntent: (query: api.IntentSearchQuery, options?: CallOptions): Promise<api.IntentSearchResult> =>
      read(pathOf('/api/services/search/intent', '', query), options),
    listCategories: (options?: CallOptions): Promise<api.Category[]> => read(pathOf('/api/categories'), options),
    listCurrencies: (options?: CallOptions): Promise<api.CurrencyInUse[]> => read(pathOf('/api/currencies'), options),
    /** Returns how many services each filter value would find, given the other list parameters. */
    readFacets: (query: api.FacetsQuery = {}, options?: CallOptions): Promise<api.Facets> =>
      read(pathOf('/api/facets', '', query), options),
    readStats: (options?: CallOptions): Promise<api.Stats> => read(pathOf('/api/stats'), options),
    /** Streams the export document, so that a large catalog need not fit into memory. */
    async exportCatalog({ signal, ...query }: CallOptions & api.ExportQuery = {}): Promise<ReadableStream<Uint8Array>> {
      const { body } = await request(pathOf('/api/export', '', query), { signal: signal ?? null });
      return body ?? new ReadableStream({ start: (controller) => controller.close() });
    },
    registerService: (service: api.Registration, options?: RegisterOptions): Promise<api.ServiceDetail> =>
      write('POST', pathOf('/api/services'), options, service),
    /** Returns what an origin sells, given any of its URLs: registrations and problems. Nothing is stored. */
    previewRegistrations: (url: string, options?: KeyOptions): Promise<api.Preview> =>
      write('POST', pathOf('/api/registrations/preview'), options, { url }),
    /** Registers everything that an origin sells, given any of its URLs. */
    registerOrigin: (url: string, options?: KeyOptions): Promise<api.RegisteredOrigin> =>
      write('POST', pathOf('/api/registrations'), options, { url }),
    /** Returns what the monitor sees at a URL. */
    checkAddress: (url: string, options?: CallOptions): Promise<api.AddressCheck> =>
      read(pathOf('/api/check', '', { url }), options),
    /** Applies a merge patch (RFC 7396) and returns the updated service. */
    editService: (id: string, patch: api.ServicePatch, options?: EditOptions): Promise<api.ServiceDetail> =>
      write('PATCH', pathOf('/api/services/{id}', id), options, patch, 'application/merge-patch+json'),
    removeService: (id: string, options?: EditOptions): Promise<void> =>
      write('DELETE', pathOf('/api/services/{id}', id), options),
    /** Checks a service now and returns the result. */
    checkService: (id: string, options?: KeyOptions): Promise<api.CheckResult> =>
      write('POST', pathOf('/api/services/{id}/check', id), options),
    /** Reports a problem with a listing to the operator of the directory. */
    reportService: (id: string, report: api.ReportRequest, options?: CallOptions): Promise<void> =>
      write('POST', pathOf('/api/services/{id}/reports', id), options, report),
    /** Returns the services of the key's account, newest first. Use `page` with the same key for further pages. */
    listAccountServices: (
      query: api.AccountServicesQuery = {},
      options?: KeyOptions,
    ): Promise<ListPage<api.AccountService>> => page(pathOf('/api/account/services', '', query), options),
    /** Returns the live keys of the key's account. */
    listAccountKeys: (options?: KeyOptions): Promise<api.AccountKey[]> =>
      write('GET', pathOf('/api/account/keys'), options),
    /** Creates another key for the account. The response holds the only copy of its text. */
    createAccountKey: (name: string, options?: KeyOptions): Promise<api.NewAccountKey> =>
      write('POST', pathOf('/api/account/keys'), options, { name }),
    revokeAccountKey: (id: string, options?: KeyOptions): Promise<void> =>
      write('DELETE', pathOf('/api/account/keys/{id}', id), options),
    /**
     * Sets the URL that is notified of the account's status changes and of the services that `search` finds. The
     * response holds the only copy of the secret.
     */
    setWebhook: (
      url: string,
      { search, ...options }: KeyOptions & { search?: api.NewWebhook['search'] } = {},
    ): Promise<api.NewWebhook> =>
      write('PUT', pathOf('/api/account/webhook'), options, { url, ...(search && { search }) }),
    /** Returns the webhook of the key's account and its state. */
    getWebhook: (options?: KeyOptions): Promise<api.Webhook> => write('GET', pathOf('/api/account/webhook'), options),
    removeWebhook: (options?: KeyOptions): Promise<void> => write('DELETE', pathOf('/api/account/webhook'), options),
    /** Sends a test to the webhook of the key's account; `listWebhookDeliveries` returns the outcome. */
    testWebhook: (options?: KeyOptions): Promise<api.TestDelivery> =>
      write('POST', pathOf('/api/account/webhook/test'), options),
    /** Returns the deliveries to the webhook of the key's account, newest first. */
    listWebhookDeliveries: (
      query: api.WebhookDeliveriesQuery = {},
      options?: KeyOptions,
    ): Promise<api.WebhookDelivery[]> => write('GET', pathOf('/api/account/webhook/deliveries', '', query), options),
    /** Reports settled payments, for facilitators; at most 500 per call. */
    reportSettlements: (settlements: readonly api.Settlement[], options?: KeyOptions): Promise<api.SettlementsResult> =>
      write('POST', pathOf('/api/settlements'), options, settlements),
    /** Returns the catalog in the x402 discovery protocol. */
    listResources: (query: api.ResourcesQuery = {}, options?: CallOptions): Promise<api.Resources> =>
      read(pathOf('/discovery/resources', '', query), options),
    listMerchant: (query: api.MerchantQuery, options?: CallOptions): Promise<api.Merchant> =>
      read(pathOf('/discovery/merchant', '', query), options),
    searchResources: (query: api.ResourceSearchQuery, options?: CallOptions): Promise<api.FoundResources> =>
      read(pathOf('/discovery/search', '', query), options),
    /** Calls an operator route below /api/admin, with an admin key. The OpenAPI document lists the routes. */
    admin: <Answer>(
      path: `/api/admin/${string}`,
      { method = 'GET', body, ...options }: KeyOptions & { method?: string; body?: object } = {},
    ): Promise<Answer | undefined> => write(method, path, options, body),
    /** Returns the health of the whole directory, for operators: needs an admin key. */
    getMonitorSummary: (options?: KeyOptions): Promise<api.MonitorSummary> =>
      write('GET', pathOf('/api/monitor/summary'), options),
  };
}
