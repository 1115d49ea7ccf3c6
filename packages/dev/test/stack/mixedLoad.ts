import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChangesPage, Service } from '@shirube/contracts';
import { registration } from '@shirube/testing';
import type { Promised } from './everyView/operations.js';
import type { Subject } from './everyView/subject.js';

/** Mixed reads and writes at a steady rate, whatever happens to the directory. */
export interface MixedLoad {
  /** The number of requests by kind and outcome, such as `read 200` or `edit cut off`. */
  outcomes: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** The maximum number of services. Processes must not grow because the catalog does. */
const servicesKept = 300;
/** The timeout of a request. After that it counts as unanswered. A check that waits for its turn is answered after 30 s. */
const patience = 45_000;
const words = ['weather', '天気', 'translate', '翻訳', 'maps', 'prices', '株価'];

/** Fills the catalog, and then starts the load. */
export async function mixedLoad({ url, key, endpoints }: Subject, promised: Promised): Promise<MixedLoad> {
  const outcomes = new Map<string, number>();
  const live: string[] = [];
  let cursor = '';
  const stop = new AbortController();

  /** Returns undefined if the request did not succeed. */
  async function send(kind: string, path: string, init: RequestInit = {}): Promise<Response | undefined> {
    const count = (outcome: string | number) =>
      outcomes.set(`${kind} ${outcome}`, (outcomes.get(`${kind} ${outcome}`) ?? 0) + 1);
    try {
      const headers = {
        authorization: `Bearer ${key}`,
        ...(init.body ? { 'content-type': 'application/json' } : {}),
        ...init.headers,
      };
      const answer = await fetch(url + path, { ...init, headers, signal: AbortSignal.timeout(patience) });
      const text = await answer.text();
      // The service was checked before it was edited, a moment ago: its next check waits for its turn.
      count(text.includes('"check_pending"') ? 'pending' : answer.status);
      return answer.ok ? new Response(text || null, { status: answer.status }) : undefined;
    } catch (error) {
      count(error instanceof Error && error.name === 'TimeoutError' ? 'unanswered' : 'cut off');
      return undefined;
    }
  }

  const chosen = (n: number) => live[(n * 7) % Math.max(live.length, 1)] ?? randomUUID();
  const word = (n: number) => words[n % words.length] ?? '';
  const reads: ((n: number) => string)[] = [
    (n) => `/api/services?limit=20&offset=${n % 50}`,
    (n) => `/api/services/${chosen(n)}`,
    (n) => `/api/catalog/search?q=${encodeURIComponent(word(n))}&limit=${1 + (n % 50)}`,
    (n) => `/api/services/search/intent?q=${encodeURIComponent(`${word(n)} under ${n % 90} cents`)}`,
    () => '/api/categories',
    (n) => `/api/services?currency=USDC&maxPricePerRequest=0.${1 + (n % 99)}&limit=20`,
    (n) => `/api/facets?query=${encodeURIComponent(word(n))}`,
    (n) => `/api/services/${chosen(n)}/history`,
  ];

  async function register(n: number): Promise<void> {
    const endpoint = endpoints[n % endpoints.length] ?? '';
    const body = JSON.stringify(registration({ name: `${word(n)} ${n}`, endpoint, category: `mixed-${n % 5}` }));
    const answer = await send('register', '/api/services', { method: 'POST', body });
    if (!answer) return;
    const { id } = (await answer.json()) as Service;
    promised.registered.add(id);
    live.push(id);
  }

  const acts: { every: number; act: (n: number) => Promise<unknown> }[] = [
    {
      every: 100,
      act: (n) =>
        send(
          'read',
          reads[n % reads.length]?.(n) ?? '/',
          n % 3 === 0 ? { headers: { 'cache-control': 'no-cache' } } : {},
        ),
    },
    { every: 1_000, act: register },
    {
      every: 1_000,
      act: (n) =>
        send('edit', `/api/services/${chosen(n)}`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/merge-patch+json' },
          body: JSON.stringify({ description: `${word(n)} ${n}`, pricing: { pricePerRequest: `0.${1 + (n % 99)}` } }),
        }),
    },
    {
      every: 1_000,
      async act() {
        const id = live.length > servicesKept ? live.shift() : undefined;
        if (!id) return;
        promised.doomed.add(id);
        if (await send('remove', `/api/services/${id}`, { method: 'DELETE' })) promised.removed.add(id);
      },
    },
    { every: 10_000, act: (n) => send('check', `/api/services/${chosen(n)}/check`, { method: 'POST' }) },
    {
      every: 2_000,
      async act() {
        const answer = await send('follow', `/api/changes?limit=500${cursor}`);
        if (answer) cursor = `&since=${((await answer.json()) as ChangesPage).cursor}`;
      },
    },
    { every: 60_000, act: () => send('export', '/api/export?format=ndjson') },
  ];
  for (let n = 0; n < servicesKept; n++) await register(n);
  const lines = acts.map(async ({ every, act }) => {
    for (let n = 0; !stop.signal.aborted; n++) {
      await act(n);
      await delay(every, undefined, { signal: stop.signal }).catch(() => {});
    }
  });

  return {
    outcomes,
    async stop() {
      stop.abort();
      await Promise.all(lines);
    },
  };
}
