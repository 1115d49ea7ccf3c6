import { Agent, type Dispatcher, request } from 'undici';
import { type ConnectRules, guardedConnector } from './guardedConnector.js';
import { readBody } from './readBody.js';
import { RequestFault, toFault } from './requestFault.js';

/** Which addresses may be requested, and the timeout of each phase. */
export interface OutboundRules {
  /** Allows this machine and private networks with all their ports, for development and tests. */
  allowPrivate?: boolean | undefined;
  /** Whether connections to a port are allowed. */
  isAllowedPort: (port: number) => boolean;
  /** The name servers; by default those of the system. */
  dnsServers?: readonly string[] | undefined;
  /** Certificates to trust instead of the default ones. */
  ca?: string | undefined;
  /**
   * Timeouts in milliseconds: for the connection, for the headers of the response, between two chunks of its body, and
   * in total.
   */
  connectMs?: number;
  headersMs?: number;
  bodyMs?: number;
  totalMs?: number;
}

export interface OutboundRequest extends Pick<ConnectRules, 'beforeConnect'> {
  method: Dispatcher.HttpMethod;
  headers?: Record<string, string>;
  body?: string;
  /**
   * The number of redirects within the host to follow; 0 by default. Each is a request of its own, under the same
   * rules.
   */
  redirects?: number;
  /** Whether to read the body of a response; by default it is not read. */
  wantsBody?: (answer: Omit<Answer, 'body'>) => boolean;
  /** Called before each request, also after a redirect. If it resolves to false, the request is not sent. */
  beforeRequest?: ((url: URL, signal: AbortSignal) => Promise<boolean>) | undefined;
  /** The maximum size of the body in bytes; 64 kB by default. */
  mostBytes?: number;
  signal?: AbortSignal | undefined;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The method and URL of the last request, after redirects. */
  method: string;
  url: string;
  /** The target of a redirect that was not followed, because it leads to another host. */
  leadsTo?: string;
  /** Undefined if it was not wanted, or is larger than the maximum. */
  body: Buffer | undefined;
}

export const bodyLimit = 64 * 1024;
const headerLimit = 32 * 1024;

/**
 * Requests an address that somebody else has chosen, without reaching anything that is not public. Rejects with a
 * RequestFault.
 */
export type GuardedRequest = (url: string, request: OutboundRequest) => Promise<Answer>;

/** Parses a list of ports and ranges, such as 80,443,8000-8999; undefined if it is malformed. */
export function readPorts(text: string): ((port: number) => boolean) | undefined {
  const ranges = text.split(',').map((part) => /^\s*(\d{1,5})(?:-(\d{1,5}))?\s*$/.exec(part));
  const read = ranges.map((range) => range && ([Number(range[1]), Number(range[2] ?? range[1])] as const));
  if (!read.every((range) => range !== null && range[0] > 0 && range[0] <= range[1] && range[1] <= 65_535)) {
    return undefined;
  }
  return (port) => read.some((range) => range !== null && port >= range[0] && port <= range[1]);
}

const standard: Record<string, number> = { 'http:': 80, 'https:': 443 };

/** Returns the port of an http or https address; undefined for other protocols. */
const portOf = ({ protocol, port }: URL): number | undefined =>
  standard[protocol] === undefined ? undefined : port === '' ? standard[protocol] : Number(port);

/**
 * Returns a signal that aborts with the given one, or after the timeout. Call `release` when the work is done.
 * `AbortSignal.any` alone leaks memory on every request into a signal that lives as long as the process: Node 20 never
 * frees it.
 */
export function untilDeadline(parent: AbortSignal | undefined, milliseconds: number) {
  const deadline = AbortSignal.timeout(milliseconds);
  if (!parent) return { signal: deadline, release: () => {} };
  const ended = new AbortController();
  const end = () => ended.abort(parent.reason);
  if (parent.aborted) end();
  parent.addEventListener('abort', end);
  return {
    signal: AbortSignal.any([ended.signal, deadline]),
    release: () => parent.removeEventListener('abort', end),
  };
}

export function createGuardedRequest(rules: OutboundRules): GuardedRequest {
  const { connectMs = 5_000, headersMs = 10_000, bodyMs = 5_000, totalMs = 20_000 } = rules;

  function parsed(address: string, base?: string): URL {
    if (!URL.canParse(address, base)) throw new RequestFault('protocol', 'bad_address');
    return new URL(address, base);
  }

  function checked(url: URL): URL {
    const port = portOf(url);
    if (port === undefined || url.username !== '' || url.password !== '') {
      throw new RequestFault('refused', 'address_not_allowed');
    }
    if (!rules.allowPrivate && !rules.isAllowedPort(port)) throw new RequestFault('refused', 'port_not_allowed');
    return url;
  }

  async function askOnce(agent: Agent, url: URL, options: OutboundRequest, signal: AbortSignal): Promise<Answer> {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: agent,
      method: options.method,
      headers: { 'accept-encoding': 'identity', ...options.headers },
      ...(options.body === undefined ? {} : { body: options.body }),
      signal,
    });
    // The body may fail while nobody reads it; that must not be an unhandled error.
    body.on('error', () => {});
    const answer = { status: statusCode, headers, method: options.method, url: url.href };
    if (!options.wantsBody?.(answer)) {
      body.destroy();
      return { ...answer, body: undefined };
    }
    const encoding = headers['content-encoding'];
    return { ...answer, body: await readBody(body, [encoding ?? []].flat().join(), options.mostBytes ?? bodyLimit) };
  }

  return async (address, options) => {
    const { signal, release } = untilDeadline(options.signal, totalMs);
    const agent = new Agent({
      connect: guardedConnector({
        allowPrivate: rules.allowPrivate,
        servers: rules.dnsServers,
        ca: rules.ca,
        beforeConnect: options.beforeConnect,
        connectMs,
      }),
      // The connector applies the connect timeout.
      connectTimeout: totalMs,
      headersTimeout: headersMs,
      bodyTimeout: bodyMs,
      maxHeaderSize: headerLimit,
      connections: 1,
      pipelining: 1,
    });
    try {
      let url = checked(parsed(address));
      let { method, body } = options;
      for (let left = options.redirects ?? 0; ; left -= 1) {
        if ((await options.beforeRequest?.(url, signal)) === false) throw new RequestFault('refused', 'over_budget');
        const answer = await askOnce(
          agent,
          url,
          { ...options, method, ...(body === undefined ? {} : { body }) },
          signal,
        );
        const location = [answer.headers.location ?? []].flat()[0];
        if (![301, 302, 303, 307, 308].includes(answer.status) || location === undefined) return answer;
        if ((options.redirects ?? 0) === 0) return answer;
        const next = parsed(location, url.href);
        if (next.host !== url.host) return { ...answer, leadsTo: next.href };
        if (left === 0) throw new RequestFault('protocol', 'too_many_redirects');
        url = checked(next);
        // The same as in browsers.
        if (answer.status === 303 || (answer.status < 303 && method === 'POST')) {
          method = 'GET';
          body = undefined;
        }
      }
    } catch (error) {
      throw toFault(error);
    } finally {
      release();
      await agent.destroy();
    }
  };
}
