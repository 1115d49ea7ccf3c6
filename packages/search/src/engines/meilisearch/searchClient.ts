import { type Dispatcher, Pool } from 'undici';
import { SearchUnavailable } from '../../errors.js';
import type { MeilisearchAddress } from './connection.js';

export interface SearchClientLimits {
  /** Concurrent requests. Meilisearch itself processes four per core. */
  connections: number;
  /** Requests that may wait for a connection. Further requests are rejected at once. */
  waiting: number;
  /** Milliseconds until a request times out, including its wait for a connection. */
  deadline: number;
}

export const defaultLimits: SearchClientLimits = { connections: 48, waiting: 256, deadline: 1_500 };

/**
 * Why a request failed: the engine was unreachable, the response was late, the queue was full, the request was refused,
 * or the response was not one of our index.
 */
export type FailureKind = 'unreached' | 'late' | 'full' | 'refused' | 'broken';

export class SearchFailure extends SearchUnavailable {
  constructor(
    message: string,
    readonly kind: FailureKind,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Whether the engine was unreachable. An engine that restarts is back in a moment. */
export const isEngineAway = (error: unknown): boolean => error instanceof SearchFailure && error.kind === 'unreached';

/** Sends one of the requests of an operation. */
export type Ask = <Answer>(path: string, body: object) => Promise<Answer>;

/** Creates a keep-alive connection pool for reading from Meilisearch, limited in size and time. */
export function createSearchClient({ url, apiKey }: MeilisearchAddress, limits: Partial<SearchClientLimits> = {}) {
  const { connections, waiting, deadline } = { ...defaultLimits, ...limits };
  const address = new URL(url);
  const base = address.pathname.replace(/\/$/, '');
  const pool = new Pool(address.origin, {
    connections,
    pipelining: 1,
    connect: { timeout: deadline },
    // Every request has its own deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const headers = {
    'content-type': 'application/json',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  let open = 0;

  /** Returns the parsed response. Rejects with SearchUnavailable for anything but success. */
  function request<Answer>(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    mostMs: number = deadline,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (open >= connections + waiting) {
        reject(new SearchFailure('too many searches are waiting', 'full'));
        return;
      }
      open += 1;
      let isOver = false;
      let status = 0;
      let late: Error | undefined;
      let controller: Dispatcher.DispatchController | undefined;
      const chunks: Buffer[] = [];
      const end = () => {
        isOver = true;
        clearTimeout(timer);
        open -= 1;
      };
      const giveUp = () => {
        if (isOver) return;
        late = new Error('no answer in time');
        controller?.abort(late);
        reject(unanswered(late, 'late'));
      };
      // If the process itself was blocked, it first reads responses that arrived in the meantime.
      const timer = setTimeout(() => setImmediate(giveUp), mostMs);
      const sent = { method, path: base + path, headers, body: body ? JSON.stringify(body) : null };
      // Avoids the streams of `pool.request`, which take as long as everything else here.
      pool.dispatch(sent, {
        onRequestStart(started) {
          controller = started;
          if (late) started.abort(late);
        },
        onResponseStart(_controller, statusCode) {
          status = statusCode;
        },
        onResponseData(_controller, chunk) {
          chunks.push(chunk);
        },
        onResponseEnd() {
          end();
          const [first] = chunks;
          const bytes = first && chunks.length === 1 ? first : Buffer.concat(chunks);
          if (status !== 200) return reject(refusal(status, bytes.toString()));
          try {
            resolve(JSON.parse(bytes.toString()));
          } catch (error) {
            reject(unanswered(error, 'broken'));
          }
        },
        onResponseError(_controller, error) {
          end();
          reject(unanswered(error, 'unreached'));
        },
      });
    });
  }

  return {
    request,
    /** For operations of several requests: all of them share the deadline of one. */
    operation(): Ask {
      const end = performance.now() + deadline;
      return (path, body) => request('POST', path, body, Math.max(0, end - performance.now()));
    },
    close: () => pool.destroy(),
  };
}

function unanswered(error: unknown, kind: FailureKind): SearchFailure {
  const reason = error instanceof Error ? error.message || error.name : String(error);
  return new SearchFailure(`Meilisearch did not answer: ${reason}`, kind, { cause: error });
}

/** Converts an error response for a reader, which cannot read anything for now. */
function refusal(status: number, body: string): SearchFailure {
  const reason = reasonIn(body);
  if (status === 401 || status === 403)
    return new SearchFailure(`Meilisearch refuses the API key: ${reason}`, 'broken');
  const kind = status === 400 ? 'refused' : status === 429 || status === 503 ? 'full' : 'broken';
  return new SearchFailure(`Meilisearch answered ${status}: ${reason}`, kind);
}

function reasonIn(body: string): string {
  try {
    const { message } = JSON.parse(body);
    if (typeof message === 'string') return message;
  } catch {
    // The response is not from Meilisearch itself, but from a proxy before it.
  }
  return body.slice(0, 500);
}

export type SearchClient = Pick<ReturnType<typeof createSearchClient>, 'request' | 'operation' | 'close'>;
