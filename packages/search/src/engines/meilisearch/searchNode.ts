import { createBackoff } from '@shirube/domain';
import { readVersion } from './indexSettings.js';
import { createSearchClient, type SearchClient, type SearchClientLimits, SearchFailure } from './searchClient.js';

/**
 * A search with a word of each language for which Meilisearch loads a dictionary on first use. Sent before readers
 * come, it saves them the seconds that loading takes.
 */
export const dictionarySearch = { q: '検索 搜索 검색 ค้นหา', limit: 0 };

const probeEvery = 1_000;
/** Loading the dictionaries takes seconds. */
const warmUpDeadline = 10_000;
/** A single late response may be due to the request itself. */
const lateInARow = 3;

/**
 * Watches one address: probes every second which node it is, and takes it out of use when it fails, until it responds
 * again. A node that has just come up first gets a query with a word for each dictionary, so that no reader waits for
 * loading.
 */
export function createSearchNode(
  url: string,
  path: string,
  { apiKey, limits }: { apiKey: string | undefined; limits: Partial<SearchClientLimits> | undefined },
) {
  const client = createSearchClient({ url, apiKey }, limits);
  let name: string | undefined;
  let isWarm = false;
  let answers = false;
  let failedAt = Number.NEGATIVE_INFINITY;
  const backoff = createBackoff();
  let late = 0;
  let open = 0;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  function takeOutOfUse(): void {
    answers = false;
    isWarm = false;
    failedAt = performance.now();
    probeIn(backoff.next());
  }

  async function probe(): Promise<void> {
    const startedAt = performance.now();
    try {
      const attributes = await client.request<string[]>('GET', `${path}/settings/displayed-attributes`);
      const found = readVersion(attributes);
      if (!found) throw new SearchFailure('this index was not made by Shirube', 'broken');
      name = found.node;
      if (!isWarm) await client.request('POST', `${path}/search`, dictionarySearch, warmUpDeadline);
      if (failedAt > startedAt) return;
      isWarm = true;
      answers = true;
      backoff.reset();
      probeIn(probeEvery);
    } catch {
      takeOutOfUse();
    }
  }

  function probeIn(milliseconds: number): void {
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(() => void probe(), milliseconds);
    timer.unref();
  }

  function note(error: unknown): void {
    const kind = error instanceof SearchFailure ? error.kind : 'broken';
    late = kind === 'late' ? late + 1 : 0;
    // Many requests fail together when a node dies. The first failure takes it out of use.
    if (answers && (kind === 'unreached' || kind === 'broken' || late >= lateInARow)) takeOutOfUse();
  }

  return {
    url,
    /** The name in its index. Undefined while unknown. */
    name: () => name,
    /** Whether it has responded since its last failure, and the time of that failure. */
    answers: () => answers,
    failedAt: () => failedAt,
    /** Requests in flight. */
    open: () => open,
    /** Resolves after the first attempt to fetch its name. */
    known: probe(),
    async request<Answer>(...request: Parameters<SearchClient['request']>): Promise<Answer> {
      open += 1;
      try {
        const answer = await client.request<Answer>(...request);
        late = 0;
        return answer;
      } catch (error) {
        note(error);
        throw error;
      } finally {
        open -= 1;
      }
    },
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      await client.close();
    },
  };
}
export type SearchNode = ReturnType<typeof createSearchNode>;
