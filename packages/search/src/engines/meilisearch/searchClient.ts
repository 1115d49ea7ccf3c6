import { Pool } from 'undici';
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

  /** The answer to a request, as the JSON that came; rejects with SearchUnavailable for anything but success. */
  async function request<Answer>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
    if (open >= connections + waiting) throw new SearchUnavailable('too many searches are waiting');
    open += 1;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error(`no answer within ${deadline} ms`)), deadline);
    try {
      const response = await pool.request({
        method,
        path: base + path,
        headers,
        signal: late.signal,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (response.statusCode === 200) return (await response.body.json()) as Answer;
      throw refusal(response.statusCode, await response.body.text());
    } catch (error) {
      if (error instanceof SearchUnavailable) throw error;
      const reason = error instanceof Error ? error.message || error.name : String(error);
      throw new SearchUnavailable(`Meilisearch did not answer: ${reason}`, { cause: error });
    } finally {
      clearTimeout(timer);
      open -= 1;
    }
  }

  return { request, close: () => pool.destroy() };
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
