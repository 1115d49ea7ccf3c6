import type { Stack } from '../../dist/stack/index.js';

/** Continuous reads on several concurrent lines, whatever happens to the stack. */
export interface ReadLoad {
  answered(): number;
  /** Responses other than 200, with their paths and details. */
  refused: string[];
  /** Totals of lists and keyword searches below the number of services known to be searchable when the request was sent. */
  fallen: string[];
  /** Sets the number of services that are searchable from now on. */
  expect(total: number): void;
  stop(): Promise<void>;
}

const lines = 4;

/** Sends lists, keyword searches and intents. All requests differ, so that no cache serves them. */
export function readLoad({ url }: Stack, total: number): ReadLoad {
  const refused: string[] = [];
  const fallen: string[] = [];
  let least = total;
  let requests = 0;
  let answered = 0;
  let stopped = false;

  async function read(): Promise<void> {
    requests += 1;
    const page = `limit=${1 + (requests % 97)}&offset=${requests % 89}`;
    const paths = [
      `/api/services?${page}&sortBy=${requests % 2 === 0 ? 'name' : 'price'}`,
      `/api/catalog/search?q=steady&${page}`,
      `/api/services/search/intent?q=${encodeURIComponent(`a service registered ${requests} times`)}&limit=3`,
    ];
    const path = paths[requests % paths.length] ?? '';
    const known = least;
    // Gets a fresh response from a search node, not the one that the gateway has cached.
    const response = await fetch(`${url}${path}`, { headers: { 'cache-control': 'no-cache' } });
    const body = (await response.json()) as { total?: number; detail?: string };
    if (response.status !== 200) {
      refused.push(`${path}: ${response.status} ${body.detail}`);
      return;
    }
    answered += 1;
    const found = Number(response.headers.get('x-total-count') ?? body.total);
    // An intent finds what answers it, and not every service.
    if (!path.includes('/intent?') && found < known) fallen.push(`${path}: ${found} of ${known}`);
  }

  const running = Array.from({ length: lines }, async () => {
    while (!stopped) await read();
  });
  return {
    answered: () => answered,
    refused,
    fallen,
    expect(count) {
      least = count;
    },
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}
