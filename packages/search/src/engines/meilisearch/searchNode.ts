import { dictionarySearch } from './dictionarySearch.js';
import { readNode, readVersion } from './indexSettings.js';
import { createSearchClient, type SearchClient, type SearchClientLimits, SearchFailure } from './searchClient.js';

/** One address that a reader has, and what it knows of the search node there. */
export interface SearchNode {
  readonly url: string;
  /** The name that its index carries; undefined while that is not known. */
  name(): string | undefined;
  /** Whether it has answered since it last failed, and when it failed. */
  answers(): boolean;
  failedAt(): number;
  /** Requests under way. */
  open(): number;
  request: SearchClient['request'];
  /** Resolves after the first attempt to learn its name. */
  known: Promise<void>;
  close(): Promise<void>;
}

const probeEvery = 1_000;
const [firstBackOff, longestBackOff] = [250, 5_000];
/** Dictionaries take their seconds. */
const warmUpDeadline = 10_000;
/** One late answer may be the request's own fault. */
const lateInARow = 3;

/**
 * Watches one address: asks every second which node it is, and puts it aside when it fails, until it answers again.
 * What has just come up is asked for a word of each dictionary first, so that no reader waits for one.
 */
export function createSearchNode(
  url: string,
  path: string,
  { apiKey, limits }: { apiKey: string | undefined; limits: Partial<SearchClientLimits> | undefined },
): SearchNode {
  const client = createSearchClient({ url, apiKey }, limits);
  let name: string | undefined;
  let isWarm = false;
  let answers = false;
  let failedAt = Number.NEGATIVE_INFINITY;
  let backOff = firstBackOff;
  let late = 0;
  let open = 0;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  function putAside(): void {
    answers = false;
    isWarm = false;
    failedAt = performance.now();
    probeIn(backOff);
    backOff = Math.min(longestBackOff, backOff * 2);
  }

  async function probe(): Promise<void> {
    const asked = performance.now();
    try {
      const attributes = await client.request<string[]>('GET', `${path}/settings/displayed-attributes`);
      if (!readVersion(attributes)) throw new SearchFailure('this index is none of ours', 'broken');
      name = readNode(attributes);
      if (!isWarm) await client.request('POST', `${path}/search`, dictionarySearch, warmUpDeadline);
      if (failedAt > asked) return;
      isWarm = true;
      answers = true;
      backOff = firstBackOff;
      probeIn(probeEvery);
    } catch {
      putAside();
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
    // Many fail together when a node dies: the first puts it aside.
    if (answers && (kind === 'unreached' || kind === 'broken' || late >= lateInARow)) putAside();
  }

  return {
    url,
    name: () => name,
    answers: () => answers,
    failedAt: () => failedAt,
    open: () => open,
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
    async close() {
      closed = true;
      clearTimeout(timer);
      await client.close();
    },
  };
}
