import type { IntentSearchResult, KeywordSearchResult, Problem, Registration, Service } from '@shirube/contracts';

interface Reply<Body> {
  status: number;
  headers: Headers;
  body: Body;
  text: string;
}

/** The response body of a registration: a service or a problem, the latter without its status. */
export type RegistrationResponse = Service & Pick<Problem, 'code' | 'errors'>;

/** A client of a running directory, with its address and a key. */
export interface DirectoryClient {
  readonly base: string;
  readonly key: string;
  get<Body = unknown>(path: string, headers?: Record<string, string>): Promise<Reply<Body>>;
  request<Body = unknown>(path: string, init: RequestInit): Promise<Reply<Body>>;
  /** Sends a registration with the key. */
  post(body: unknown, headers?: Record<string, string>): Promise<Reply<RegistrationResponse>>;
  /** Registers the services and waits until all of them are searchable. */
  registerAll(bodies: readonly Registration[]): Promise<Service[]>;
  list(query: Record<string, string | number>): Promise<Reply<Service[]>>;
  keyword(q: string, query?: Record<string, string | number>): Promise<KeywordSearchResult>;
  intent(q: string, query?: Record<string, string | number>): Promise<IntentSearchResult>;
}

const queryString = (query: Record<string, string | number>): string =>
  new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString();

/** Creates a client of the directory at `base` that registers with `key` and reads with `readHeaders`. */
export function directoryClient(base: string, key: string, readHeaders: Record<string, string> = {}): DirectoryClient {
  async function request<Body>(path: string, init: RequestInit): Promise<Reply<Body>> {
    const response = await fetch(`${base}${path}`, init);
    const text = await response.text();
    const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '') && text !== '';
    const body: Body = isJson ? JSON.parse(text) : undefined;
    return { status: response.status, headers: response.headers, body, text };
  }
  const get = <Body>(path: string, headers: Record<string, string> = {}) =>
    request<Body>(path, { headers: { ...readHeaders, ...headers } });
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    request<RegistrationResponse>('/api/services', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  /** Registers a service, and waits until it is searchable. */
  async function register(body: Registration): Promise<Service> {
    const reply = await post(body, { prefer: 'wait=30' });
    if (reply.status !== 201 || !reply.headers.has('preference-applied'))
      throw new Error(`not registered and searchable: ${reply.status} ${reply.text}`);
    return reply.body;
  }
  return {
    base,
    key,
    get,
    request,
    post,
    async registerAll(bodies) {
      const services: Service[] = [];
      for (let start = 0; start < bodies.length; start += 16) {
        services.push(...(await Promise.all(bodies.slice(start, start + 16).map(register))));
      }
      return services;
    },
    list: (query) => get<Service[]>(`/api/services?${queryString(query)}`),
    keyword: async (q, query = {}) =>
      (await get<KeywordSearchResult>(`/api/catalog/search?${queryString({ q, ...query })}`)).body,
    intent: async (q, query = {}) =>
      (await get<IntentSearchResult>(`/api/services/search/intent?${queryString({ q, ...query })}`)).body,
  };
}
