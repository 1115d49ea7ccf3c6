import { setInterval } from 'node:timers/promises';
import { registration } from '@shirube/testing';
import type { Stack } from '../../dist/stack/index.js';

export interface Registered {
  id: string;
  /** A word that is unique to this service. */
  word: string;
}

export interface Refused {
  status: number;
  retryAfter: string | null;
}

/** Registrations at a steady rate, whatever happens to the stack. */
export interface SteadyLoad {
  /** Registrations with a 201 response. */
  registered: Registered[];
  refused: Refused[];
  /** The longest response time of all registrations, in milliseconds. */
  slowest(): number;
  /** Stops the load and waits for requests in flight. */
  stop(): Promise<void>;
}

const everyMilliseconds = 80;

/** Returns a registration that is identified by its word. */
export const steadyRegistration = (word: string) =>
  registration({
    name: `Steady ${word}`,
    description: 'Registered while parts of the directory fail. 故障中に登録されたサービス。',
    endpoint: `https://api.example.com/${word}`,
    category: 'faults',
  });

let count = 0;

/** Four letters for each digit, so that no two words are within a typo of each other. */
function uniqueWord(): string {
  const letters = ['kabo', 'lemu', 'nifo', 'pare', 'quzi', 'suto', 'vexa', 'wiho', 'yuga', 'zedi'];
  count += 1;
  return [...String(count).padStart(4, '0')].map((digit) => letters[Number(digit)]).join('');
}

/** Registers one service through the gateway. */
export async function register({ url, key }: Stack): Promise<Registered | Refused> {
  const word = uniqueWord();
  const response = await fetch(`${url}/api/services`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(steadyRegistration(word)),
  });
  const { id } = (await response.json()) as { id: string };
  if (response.status === 201) return { id, word };
  return { status: response.status, retryAfter: response.headers.get('retry-after') };
}

export function steadyLoad(stack: Stack): SteadyLoad {
  const registered: Registered[] = [];
  const refused: Refused[] = [];
  const underWay = new Set<Promise<void>>();
  const stop = new AbortController();
  let slowest = 0;

  async function registerOne(): Promise<void> {
    const started = performance.now();
    const outcome = await register(stack);
    slowest = Math.max(slowest, performance.now() - started);
    if ('id' in outcome) registered.push(outcome);
    else refused.push(outcome);
  }

  async function run(): Promise<void> {
    for await (const _ of setInterval(everyMilliseconds, undefined, { signal: stop.signal })) {
      const one = registerOne().finally(() => underWay.delete(one));
      underWay.add(one);
    }
  }
  const running = run().catch((error) => {
    if (!stop.signal.aborted) throw error;
  });

  return {
    registered,
    refused,
    slowest: () => slowest,
    async stop() {
      stop.abort();
      await running;
      await Promise.all(underWay);
    },
  };
}
