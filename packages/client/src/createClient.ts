import type { paths } from './contract.js';
import type { FollowedChange } from './followChanges.js';
import { type ListPage, readListPage } from './listPage.js';
import type { CallOptions, Methods } from './methods.js';
import { operations } from './operations.js';
import { problemOf } from './problemError.js';
import type * as api from './schemas.js';

export interface ClientOptions {
  /** The URL of the directory, such as `https://directory.example`; the page's own origin by default. */
  baseUrl?: string;
  /** The API key, required for calls about your own services. */
  key?: string;
  /** Replaces the global fetch. */
  fetch?: typeof fetch;
}

interface Operation {
  /** GET if it is left out. */
  method?: string;
  path: string;
  /** Its arguments before the options: i for an id, q for a query, b for a body. */
  takes?: string;
  isSecured?: boolean;
  isList?: boolean;
  /** JSON if it is left out. */
  bodyType?: string;
}

/** Fills in `{id}` and the query of a path. */
function pathOf(path: string, id = '', query: object = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value ?? []].flat()) parameters.append(name, String(each));
  }
  return path.replace('{id}', encodeURIComponent(id)) + (parameters.size > 0 ? `?${parameters}` : '');
}

const changes: keyof paths = '/api/changes';
const accountServices: keyof paths = '/api/account/services';

/**
 * Every call rejects with a ProblemError if the directory refuses it, and with fetch's own error if it is unreachable.
 */
export interface DirectoryClient extends Omit<Methods, 'exportCatalog'> {
  /** Fetches any page from the `links` of another page. */
  page<Item = api.Service>(link: string, options?: CallOptions): Promise<ListPage<Item>>;
  /**
   * Yields every change since a cursor, then new ones as they happen, until the signal is aborted. Broken connections
   * are resumed at the last cursor. Rejects with errors that a retry does not fix.
   */
  followChanges(query?: Omit<api.ChangesQuery, 'limit'>, options?: CallOptions): AsyncGenerator<FollowedChange, void>;
  /** Streams the export document, so that a large catalog need not fit into memory. */
  exportCatalog(query?: api.ExportQuery, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
  /** Calls an operator route below /api/admin by its path, with an admin key. */
  admin<Answer>(
    path: `/api/admin/${string}`,
    options?: CallOptions & { method?: string; body?: object },
  ): Promise<Answer | undefined>;
}

/** Creates a client for the directory at `baseUrl`. Clients are stateless: share one or create many. */
export function createClient({ baseUrl = '', key, fetch: send = fetch }: ClientOptions = {}): DirectoryClient {
  const base = baseUrl.replace(/\/+$/, '');

  async function request(path: string, init: RequestInit): Promise<Response> {
    const response = await send(base + path, init);
    if (!response.ok) throw await problemOf(response);
    return response;
  }

  async function call(
    { method = 'GET', isSecured = false, bodyType = 'application/json' }: Partial<Operation>,
    path: string,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<Response> {
    const { signal = null, fresh = false, key: ownKey = key, idempotencyKey, ifMatch, wait, onHeaders } = options;
    const response = await request(path, {
      method,
      signal,
      headers: {
        // Requests that carry a key bypass caches.
        ...((isSecured || options.key) && ownKey !== undefined && { authorization: `Bearer ${ownKey}` }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        ...(wait !== undefined && { prefer: `wait=${wait}` }),
        ...(body !== undefined && { 'content-type': bodyType }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(fresh && { cache: 'no-cache' }),
    });
    onHeaders?.(response.headers);
    return response;
  }

  const contentOf = (response: Response) => (response.status === 204 ? undefined : response.json());

  /** Makes the method of an operation, which takes its id, query and body, as far as it has them, and options. */
  const method =
    (operation: Operation) =>
    async (...args: unknown[]) => {
      const { path, takes = '', isList = false } = operation;
      const at = (part: string) => args[takes.indexOf(part)];
      const response = await call(
        operation,
        pathOf(path, String(at('i')), Object(at('q') ?? {})),
        at('b'),
        Object(args[takes.length] ?? {}),
      );
      return isList ? readListPage(response) : contentOf(response);
    };

  // The table is made of the same document as the types.
  const methods = Object.fromEntries(
    Object.entries<Operation>(operations).map(([name, operation]) => [name, method(operation)]),
  ) as Methods;

  return {
    ...methods,
    page: async (link, options) =>
      readListPage(await call({ isSecured: link.startsWith(accountServices) }, link, undefined, options)),
    async *followChanges(query = {}, options) {
      const signal = options?.signal ?? new AbortController().signal;
      const at = (since: string | undefined) => pathOf(changes, '', { ...query, since });
      // Resolves the current cursor first, so that nothing is missed if the first connection breaks.
      const since = query.since === 'now' ? (await methods.listChanges(query, { signal })).cursor : query.since;
      const headers = { accept: 'text/event-stream' };
      // Loaded on demand: a page in a browser that does not follow changes need not carry it.
      const { followChanges } = await import('./followChanges.js');
      yield* followChanges((place, until) => request(at(place), { headers, signal: until }), since, signal);
    },
    async exportCatalog(query, options) {
      const { body } = await call(operations.exportCatalog, pathOf('/api/export', '', query), undefined, options);
      return body ?? new ReadableStream({ start: (controller) => controller.close() });
    },
    admin: async (path, { method = 'GET', body, ...options } = {}) =>
      contentOf(await call({ method, isSecured: true }, path, body, options)),
  };
}
