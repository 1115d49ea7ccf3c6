import { type ListPage, readListPage } from './listPage.js';
import { paths } from './paths.js';
import { problemOf } from './problemError.js';
import { type AnswerOptions, bearer, type EditOptions, type RegisterOptions, writeHeaders } from './register.js';
import type {
  AccountServicesQuery,
  Category,
  ChangesPage,
  ChangesQuery,
  CheckHistory,
  CheckHistoryQuery,
  CheckResult,
  CurrencyInUse,
  ExportQuery,
  Facets,
  IntentSearchQuery,
  IntentSearchResult,
  KeywordSearchQuery,
  KeywordSearchResult,
  ListQuery,
  MonitorSummary,
  NewWebhook,
  Registration,
  ServiceDetail,
  ServiceHistory,
  ServicePatch,
  Settlement,
  SettlementsResult,
  Stats,
  StatusRecord,
  TestDelivery,
  Trust,
  Webhook,
  WebhookDeliveriesQuery,
  WebhookDelivery,
} from './types.js';

export interface ClientOptions {
  /** Where the directory is, such as `https://directory.example`; the page's own origin when left out. */
  baseUrl?: string;
  /** The API key, for everything that is about one's own services. */
  key?: string;
  /** In place of the global fetch. */
  fetch?: typeof fetch;
}

interface Options {
  signal?: AbortSignal;
}

interface DetailOptions extends AnswerOptions {
  /** Whether caches on the way are to be passed by: what was changed a moment ago is there. */
  fresh?: boolean;
}

interface KeyOptions extends Options {
  /** The API key, when it is not the client's. */
  key?: string;
}

/** Every call rejects with a ProblemError when the directory refuses, and as fetch does when it is not reached. */
export interface DirectoryClient {
  list(query?: ListQuery, options?: Options): Promise<ListPage>;
  /** Any page that `links` of another page names. */
  page(link: string, options?: KeyOptions): Promise<ListPage>;
  detail(id: string, options?: DetailOptions): Promise<ServiceDetail>;
  status(id: string, options?: Options): Promise<StatusRecord>;
  /** What happened to a service, the latest first. */
  history(id: string, options?: Options): Promise<ServiceHistory>;
  /** Every change since a cursor; send the `cursor` of a page to get the next. */
  changes(query?: ChangesQuery, options?: Options): Promise<ChangesPage>;
  keyword(query: KeywordSearchQuery, options?: Options): Promise<KeywordSearchResult>;
  intent(query: IntentSearchQuery, options?: Options): Promise<IntentSearchResult>;
  categories(options?: Options): Promise<Category[]>;
  currencies(options?: Options): Promise<CurrencyInUse[]>;
  /** What the values of each filter would find beside the other parameters of a list. */
  facets(query?: ListQuery, options?: Options): Promise<Facets>;
  stats(options?: Options): Promise<Stats>;
  /** The export document as it arrives, so that a large catalog need not fit into memory. */
  export(options?: Options & ExportQuery): Promise<ReadableStream<Uint8Array>>;
  register(service: Registration, options?: RegisterOptions): Promise<ServiceDetail>;
  /** Changes what the patch names (RFC 7396), and gives the service as it is then. */
  edit(id: string, patch: ServicePatch, options?: EditOptions): Promise<ServiceDetail>;
  remove(id: string, options?: EditOptions): Promise<void>;
  /** What the trust of a service is made of. */
  trust(id: string, options?: Options): Promise<Trust>;
  /** What checks have seen of a service. */
  checkHistory(id: string, query?: CheckHistoryQuery, options?: Options): Promise<CheckHistory>;
  /** The health of the directory as a whole, for operators: with an admin key. */
  monitorSummary(options?: KeyOptions): Promise<MonitorSummary>;
  /** Has a service checked now, and tells what was seen. */
  check(id: string, options?: KeyOptions): Promise<CheckResult>;
  /** Has the account of the key told of changes of status at an address; the secret in the answer is the only copy. */
  setWebhook(url: string, options?: KeyOptions): Promise<NewWebhook>;
  /** The webhook of the account of the key, and how it goes. */
  webhook(options?: KeyOptions): Promise<Webhook>;
  removeWebhook(options?: KeyOptions): Promise<void>;
  /** Has a test sent to the webhook of the account of the key; `webhookDeliveries` says what became of it. */
  testWebhook(options?: KeyOptions): Promise<TestDelivery>;
  /** What the webhook of the account of the key was told, newest first. */
  webhookDeliveries(query?: WebhookDeliveriesQuery, options?: KeyOptions): Promise<WebhookDelivery[]>;
  /** Reports settled payments, for facilitators; at most 500 at once. */
  reportSettlements(settlements: readonly Settlement[], options?: KeyOptions): Promise<SettlementsResult>;
  /** The services of the account of the key, newest first; `page` with the same key leads on. */
  ownServices(query?: AccountServicesQuery, options?: KeyOptions): Promise<ListPage>;
}

function queryString(query: object): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.size > 0 ? `?${parameters}` : '';
}

/** A client of the directory at `baseUrl`. It keeps no state: use one, or as many as you like. */
export function createClient({ baseUrl = '', key, fetch: send = fetch }: ClientOptions = {}): DirectoryClient {
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
    const headers = path.startsWith(paths.ownServices) ? bearer(ownKey) : {};
    return readListPage(await request(path, { headers, signal: signal ?? null }));
  }

  async function write(
    method: string,
    path: string,
    options: RegisterOptions & EditOptions,
    contentType?: string,
    body?: object,
  ): Promise<Response> {
    const headers = writeHeaders(options, key);
    const response = await request(path, {
      method,
      headers: contentType ? { ...headers, 'content-type': contentType } : headers,
      body: body ? JSON.stringify(body) : null,
      signal: options.signal ?? null,
    });
    options.onHeaders?.(response.headers);
    return response;
  }

  return {
    list: (query = {}, options) => page(paths.list + queryString(query), options),
    page,
    detail: (id, options) => read(paths.detail(id), options),
    status: (id, options) => read(paths.status(id), options),
    trust: (id, options) => read(paths.trust(id), options),
    checkHistory: (id, query = {}, options) => read(paths.checkHistory(id) + queryString(query), options),
    history: (id, options) => read(paths.history(id), options),
    changes: (query = {}, options) => read(paths.changes + queryString(query), options),
    keyword: (query, options) => read(paths.keyword + queryString(query), options),
    intent: (query, options) => read(paths.intent + queryString(query), options),
    categories: (options) => read(paths.categories, options),
    currencies: (options) => read(paths.currencies, options),
    facets: (query = {}, options) => read(paths.facets + queryString(query), options),
    stats: (options) => read(paths.stats, options),
    async export({ signal, ...query } = {}) {
      const { body } = await request(paths.export + queryString(query), { signal: signal ?? null });
      return body ?? new ReadableStream({ start: (controller) => controller.close() });
    },
    async monitorSummary({ signal, key: ownKey = key } = {}) {
      const headers = bearer(ownKey);
      return (await request(paths.monitorSummary, { headers, signal: signal ?? null })).json();
    },
    ownServices: (query = {}, options) => page(paths.ownServices + queryString(query), options),
    async register(service, options = {}) {
      return (await write('POST', paths.register, options, 'application/json', service)).json();
    },
    async edit(id, patch, options = {}) {
      const response = await write('PATCH', paths.detail(id), options, 'application/merge-patch+json', patch);
      return response.json();
    },
    async check(id, options = {}) {
      return (await write('POST', paths.check(id), options)).json();
    },
    async setWebhook(url, options = {}) {
      return (await write('PUT', paths.webhook, options, 'application/json', { url })).json();
    },
    async webhook(options = {}) {
      return (await write('GET', paths.webhook, options)).json();
    },
    async removeWebhook(options = {}) {
      await write('DELETE', paths.webhook, options);
    },
    async testWebhook(options = {}) {
      return (await write('POST', paths.webhookTest, options)).json();
    },
    async webhookDeliveries(query = {}, options = {}) {
      return (await write('GET', paths.webhookDeliveries + queryString(query), options)).json();
    },
    async reportSettlements(settlements, options = {}) {
      return (await write('POST', paths.settlements, options, 'application/json', settlements)).json();
    },
    async remove(id, options = {}) {
      await write('DELETE', paths.detail(id), options);
    },
  };
}
