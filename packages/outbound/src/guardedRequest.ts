import { Agent, type Dispatcher, request } from 'undici';
import { type ConnectRules, guardedConnector } from './guardedConnector.js';
import { portOf } from './portRules.js';
import { readBody } from './readBody.js';
import { RequestFault, toFault } from './requestFault.js';

/** Where requests may go, and how long each phase of one may take. */
export interface OutboundRules {
  /** Opens this machine and private networks with all their ports, for development and tests. */
  allowPrivate?: boolean | undefined;
  /** Whether a port may be connected to. */
  isAllowedPort: (port: number) => boolean;
  /** Name servers to ask; those of the system when left out. */
  dnsServers?: readonly string[] | undefined;
  /** Certificates to trust in place of the usual ones. */
  ca?: string | undefined;
  /** Milliseconds for a connection, for the headers of an answer, between two pieces of its body, and for all of it. */
  connectMs?: number;
  headersMs?: number;
  bodyMs?: number;
  totalMs?: number;
}

export interface OutboundRequest extends Pick<ConnectRules, 'beforeConnect'> {
  method: Dispatcher.HttpMethod;
  headers?: Record<string, string>;
  body?: string;
  /** Redirects within the host that are followed, none unless told; each is a request of its own, under the same rules. */
  redirects?: number;
  /** Whether the body of an answer is wanted; else it is not read at all. */
  wantsBody?: (answer: Omit<Answer, 'body'>) => boolean;
  /** So many bytes of it are read at most; 64 kB when left out. */
  mostBytes?: number;
  signal?: AbortSignal | undefined;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** What was asked in the end. */
  method: string;
  url: string;
  /** Where a redirect leads that was not followed, since another host would answer. */
  leadsTo?: string;
  /** Undefined when it was not wanted, or is larger than what is read. */
  body: Buffer | undefined;
}

export const bodyLimit = 64 * 1024;
const headerLimit = 32 * 1024;

/** Asks an address of somebody else's choice, without reaching anything that is not public. Rejects with a RequestFault. */
export type GuardedRequest = (url: string, request: OutboundRequest) => Promise<Answer>;

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

  async function askOnce(agent: Agent, url: URL, asked: OutboundRequest, signal: AbortSignal): Promise<Answer> {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: agent,
      method: asked.method,
      headers: { 'accept-encoding': 'identity', ...asked.headers },
      ...(asked.body === undefined ? {} : { body: asked.body }),
      signal,
    });
    // It may be cut off while nobody reads it.
    body.on('error', () => {});
    const answer = { status: statusCode, headers, method: asked.method, url: url.href };
    if (!asked.wantsBody?.(answer)) {
      body.destroy();
      return { ...answer, body: undefined };
    }
    const encoding = headers['content-encoding'];
    return { ...answer, body: await readBody(body, [encoding ?? []].flat().join(), asked.mostBytes ?? bodyLimit) };
  }

  return async (address, asked) => {
    const deadline = AbortSignal.timeout(totalMs);
    const signal = asked.signal ? AbortSignal.any([asked.signal, deadline]) : deadline;
    const agent = new Agent({
      connect: guardedConnector({
        allowPrivate: rules.allowPrivate,
        servers: rules.dnsServers,
        ca: rules.ca,
        beforeConnect: asked.beforeConnect,
        connectMs,
      }),
      // The time of connecting is kept by the connector.
      connectTimeout: totalMs,
      headersTimeout: headersMs,
      bodyTimeout: bodyMs,
      maxHeaderSize: headerLimit,
      connections: 1,
      pipelining: 1,
    });
    try {
      let url = checked(parsed(address));
      let { method, body } = asked;
      for (let left = asked.redirects ?? 0; ; left -= 1) {
        const answer = await askOnce(agent, url, { ...asked, method, ...(body === undefined ? {} : { body }) }, signal);
        const location = [answer.headers.location ?? []].flat()[0];
        if (![301, 302, 303, 307, 308].includes(answer.status) || location === undefined) return answer;
        if ((asked.redirects ?? 0) === 0) return answer;
        const next = parsed(location, url.href);
        if (next.host !== url.host) return { ...answer, leadsTo: next.href };
        if (left === 0) throw new RequestFault('protocol', 'too_many_redirects');
        url = checked(next);
        // As browsers do it.
        if (answer.status === 303 || (answer.status < 303 && method === 'POST')) {
          method = 'GET';
          body = undefined;
        }
      }
    } catch (error) {
      throw toFault(error);
    } finally {
      await agent.destroy();
    }
  };
}
