import type { paths } from './contract.js';
import { type ListPage, readListPage } from './listPage.js';
import { problemOf } from './problemError.js';
import { type AnswerOptions, bearer, type EditOptions, type RegisterOptions, writeHeaders } from './register.js';
import type * as api from './schemas.js';

export interface ClientOptions {
  /** Where the directory is, such as `https://directory.example`; the page's own origin when left out. */
  baseUrl?: string;
  /** The API key, for everything that is about one's own services. */
  key?: string;
  /** In place of the global fetch. */
  fetch?: typeof fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
}

export interface DetailOptions extends AnswerOptions {
  /** Whether caches on the way are to be passed by: what was changed a moment ago is there. */
  fresh?: boolean;
}

export interface KeyOptions extends CallOptions {
  /** The API key, when it is not the client's. */
  key?: string;
}

/** A path of the contract, with its `{id}` and its query; it does not compile once the contract says another. */
function pathOf(path: keyof paths, id = '', query: object = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return path.replace('{id}', encodeURIComponent(id)) + (parameters.size > 0 ? `?${parameters}` : '');
}

/** Every call rejects with a ProblemError when the directory refuses, and as fetch does when it is not reached. */
export type DirectoryClient = ReturnType<typeof createClient>;

/** A client of the directory at `baseUrl`. It keeps no state: use one, or as many as you like. */
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

  async function page(path: string, { signal, key: ownKey = key }: KeyOptions = {}): Promise<ListPage> {
    // Only one's own services need a key, and what is sent with one is not answered from a cache.
    const headers = path.startsWith(pathOf('/api/account/services')) ? bearer(ownKey) : {};
    return readListPage(await request(path, { headers, signal: signal ?? null }));
  }

  async function write(
    method: string,
    path: string,
    options: RegisterOptions & EditOptions = {},
    body?: object,
    contentType = 'application/json',
  ): Promise<Response> {
    const headers = writeHeaders(options, key);
    const response = await request(path, {
      method,
      headers: body ? { ...headers, 'content-type': contentType } : headers,
      body: body ? JSON.stringify(body) : null,
      signal: options.signal ?? null,
    });
    options.onHeaders?.(response.headers);
    return response;
  }

  return {
    list: (query: api.ListQuery = {}, options?: CallOptions): Promise<ListPage> =>
      page(pathOf('/api/services', '', query), options),
    /** Any page that `links` of another page names. */
    page,
    detail: (id: string, options?: DetailOptions): Promise<api.ServiceDetail> =>
      read(pathOf('/api/services/{id}', id), options),
    status: (id: string, options?: CallOptions): Promise<api.StatusRecord> =>
      read(pathOf('/api/services/{id}/status', id), options),
    /** What the trust of a service is made of. */
    trust: (id: string, options?: CallOptions): Promise<api.Trust> =>
      read(pathOf('/api/services/{id}/trust', id), options),
    /** What checks have seen of a service. */
    checkHistory: (id: string, query: api.CheckHistoryQuery = {}, options?: CallOptions): Promise<api.CheckHistory> =>
      read(pathOf('/api/services/{id}/history', id, query), options),
    /** What happened to a service, the latest first. */
    history: (id: string, options?: CallOptions): Promise<api.ServiceHistory> =>
      read(pathOf('/api/services/{id}/changes', id), options),
    /** Every change since a cursor; send the `cursor` of a page to get the next. */
    changes: (query: api.ChangesQuery = {}, options?: CallOptions): Promise<api.ChangesPage> =>
      read(pathOf('/api/changes', '', query), options),
    keyword: (query: api.KeywordSearchQuery, options?: CallOptions): Promise<api.KeywordSearchResult> =>
      read(pathOf('/api/catalog/search', '', query), options),
    intent: (query: api.IntentSearchQuery, options?: CallOptions): Promise<api.IntentSearchResult> =>
      read(pathOf('/api/services/search/intent', '', query), options),
    categories: (options?: CallOptions): Promise<api.Category[]> => read(pathOf('/api/categories'), options),
    currencies: (options?: CallOptions): Promise<api.CurrencyInUse[]> => read(pathOf('/api/currencies'), options),
    /** What the values of each filter would find beside the other parameters of a list. */
    facets: (query: api.ListQuery = {}, options?: CallOptions): Promise<api.Facets> =>
      read(pathOf('/api/facets', '', query), options),
    stats: (options?: CallOptions): Promise<api.Stats> => read(pathOf('/api/stats'), options),
    /** The export document as it arrives, so that a large catalog need not fit into memory. */
    async export({ signal, ...query }: CallOptions & api.ExportQuery = {}): Promise<ReadableStream<Uint8Array>> {
      const { body } = await request(pathOf('/api/export', '', query), { signal: signal ?? null });
      return body ?? new ReadableStream({ start: (controller) => controller.close() });
    },
    async register(service: api.Registration, options?: RegisterOptions): Promise<api.ServiceDetail> {
      return (await write('POST', pathOf('/api/services'), options, service)).json();
    },
    /** What an origin sells, by any of its addresses: registrations, and what is wrong. Nothing is stored. */
    async preview(url: string, options?: KeyOptions): Promise<api.Preview> {
      return (await write('POST', pathOf('/api/registrations/preview'), options, { url })).json();
    },
    /** Changes what the patch names (RFC 7396), and gives the service as it is then. */
    async edit(id: string, patch: api.ServicePatch, options?: EditOptions): Promise<api.ServiceDetail> {
      const path = pathOf('/api/services/{id}', id);
      return (await write('PATCH', path, options, patch, 'application/merge-patch+json')).json();
    },
    async remove(id: string, options?: EditOptions): Promise<void> {
      await write('DELETE', pathOf('/api/services/{id}', id), options);
    },
    /** Has a service checked now, and tells what was seen. */
    async check(id: string, options?: KeyOptions): Promise<api.CheckResult> {
      return (await write('POST', pathOf('/api/services/{id}/check', id), options)).json();
    },
    /** The services of the account of the key, newest first; `page` with the same key leads on. */
    ownServices: (query: api.AccountServicesQuery = {}, options?: KeyOptions): Promise<ListPage> =>
      page(pathOf('/api/account/services', '', query), options),
    /** Has the account of the key told of changes of status at an address; the secret in the answer is the only copy. */
    async setWebhook(url: string, options?: KeyOptions): Promise<api.NewWebhook> {
      return (await write('PUT', pathOf('/api/account/webhook'), options, { url })).json();
    },
    /** The webhook of the account of the key, and how it goes. */
    async webhook(options?: KeyOptions): Promise<api.Webhook> {
      return (await write('GET', pathOf('/api/account/webhook'), options)).json();
    },
    async removeWebhook(options?: KeyOptions): Promise<void> {
      await write('DELETE', pathOf('/api/account/webhook'), options);
    },
    /** Has a test sent to the webhook of the account of the key; `webhookDeliveries` says what became of it. */
    async testWebhook(options?: KeyOptions): Promise<api.TestDelivery> {
      return (await write('POST', pathOf('/api/account/webhook/test'), options)).json();
    },
    /** What the webhook of the account of the key was told, newest first. */
    async webhookDeliveries(
      query: api.WebhookDeliveriesQuery = {},
      options?: KeyOptions,
    ): Promise<api.WebhookDelivery[]> {
      return (await write('GET', pathOf('/api/account/webhook/deliveries', '', query), options)).json();
    },
    /** Reports settled payments, for facilitators; at most 500 at once. */
    async reportSettlements(
      settlements: readonly api.Settlement[],
      options?: KeyOptions,
    ): Promise<api.SettlementsResult> {
      return (await write('POST', pathOf('/api/settlements'), options, settlements)).json();
    },
    /** The health of the directory as a whole, for operators: with an admin key. */
    async monitorSummary(options?: KeyOptions): Promise<api.MonitorSummary> {
      return (await write('GET', pathOf('/api/monitor/summary'), options)).json();
    },
  };
}
