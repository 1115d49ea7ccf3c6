import { type Dispatcher, Pool } from 'undici';
import { SearchUnavailable } from '../../errors.js';
import type { MeilisearchAddress } from './connection.js';

export interface SearchClientLimits {
  /** Requests under way at once. Meilisearch itself works on four for each of its cores. */
  connections: number;
  /** Requests that may wait for a connection; one more is turned away at once. */
  waiting: number;
  /** Milliseconds until a request is given up, its wait for a connection included. */
  deadline: number;
}

const defaultLimits: SearchClientLimits = { connections: 16, waiting: 256, deadline: 1_500 };

/** A keep-alive connection pool to Meilisearch for reading, bounded in number and time. */
export function createSearchClient(
  { url, apiKey }: MeilisearchAddress,
  limits: Partial<SearchClientLimits> = {},
) {
  const { connections, waiting, deadline } = { ...defaultLimits, ...limits };
  const address = new URL(url);
  const base = address.pathname.replace(/\/$/, '');
  const pool = new Pool(address.origin, {
    connections,
    pipelining: 1,
    connect: { timeout: deadline },
    headersTimeout: deadline,
    bodyTimeout: deadline,
  });
  const headers = {
    'content-type': 'application/json',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  let open = 0;

  /** The answer to a request, as `read` reads it; rejects with SearchUnavailable for anything but success. */
  function ask<Answer>(
    method: 'GET' | 'POST',
    path: string,
    body: object | undefined,
    read: (bytes: Buffer) => Answer,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (open >= connections + waiting) {
        reject(new SearchUnavailable('too many searches are waiting'));
        return;
      }
      open += 1;
      let status = 0;
      let late: Error | undefined;
      let controller: Dispatcher.DispatchController | undefined;
      const chunks: Buffer[] = [];
      const end = () => {
        clearTimeout(timer);
        open -= 1;
      };
      const timer = setTimeout(() => {
        late = new Error(`no answer within ${deadline} ms`);
        controller?.abort(late);
        reject(unanswered(late));
      }, deadline);
      const request = { method, path: base + path, headers, body: body ? JSON.stringify(body) : null };
      // Without the streams of `pool.request`, which take as long as all else here.
      pool.dispatch(request, {
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
            resolve(read(bytes));
          } catch (error) {
            reject(unanswered(error));
          }
        },
        onResponseError(_controller, error) {
          end();
          reject(unanswered(error));
        },
      });
    });
  }

  return {
    ask,
    /** The answer to a request, parsed. */
    request: <Answer>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> =>
      ask(method, path, body, (bytes) => JSON.parse(bytes.toString())),
    close: () => pool.destroy(),
  };
}

function unanswered(error: unknown): SearchUnavailable {
  const reason = error instanceof Error ? error.message || error.name : String(error);
  return new SearchUnavailable(`Meilisearch did not answer: ${reason}`, { cause: error });
}

/** What an answer other than success means for a reader: that there is nothing to read from now. */
function refusal(status: number, body: string): SearchUnavailable {
  const reason = reasonIn(body);
  if (status === 401 || status === 403)
    return new SearchUnavailable(`Meilisearch refuses the API key: ${reason}`);
  return new SearchUnavailable(`Meilisearch answered ${status}: ${reason}`);
}

function reasonIn(body: string): string {
  try {
    const { message } = JSON.parse(body);
    if (typeof message === 'string') return message;
  } catch {
    // Not Meilisearch itself, but something before it.
  }
  return body.slice(0, 500);
}

export type SearchClient = ReturnType<typeof createSearchClient>;
