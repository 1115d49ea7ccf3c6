import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../commandError.js';
import { reasonOf } from '../describeError.js';

/** A page of a facilitator's list. */
export interface ResourcePage {
  items: unknown[];
  /** How many there are in all, as the facilitator says. */
  total: number | undefined;
}

const path = '/discovery/resources';
const pageSize = 100;
const answerWithinMs = 30_000;
const triesAtMost = 4;
const longestWaitSeconds = 60;

/** The address of the list, whether it was given itself or that of the facilitator. */
export function listAddress(address: string): URL {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new CommandError(`"${address}" is not an http or https address.`);
  }
  const url = new URL(address);
  const base = url.pathname.replace(/\/+$/, '');
  url.pathname = base.endsWith(path) ? base : base + path;
  return url;
}

/** An answer, asked for again for a while where the facilitator is overloaded or cannot be reached. */
async function ask(url: URL, signal: AbortSignal): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
    }).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return error;
    });
    if (answer instanceof Response && answer.status !== 429 && answer.status < 500) return answer;
    if (tries === triesAtMost) {
      const why = answer instanceof Response ? `it answered ${answer.status}` : reasonOf(causeOf(answer));
      throw new CommandError(`${url.origin} cannot be read: ${why}. Run the same command again to go on.`);
    }
    const asked = answer instanceof Response ? Number(answer.headers.get('retry-after')) : 0;
    const seconds = asked > 0 ? Math.min(asked, longestWaitSeconds) : 2 ** (tries - 1);
    await delay(seconds * 1_000, undefined, { signal });
  }
}

/** fetch says only that it failed; why, its cause says. */
const causeOf = (error: unknown): unknown => (error instanceof Error ? (error.cause ?? error) : error);

async function readPage(url: URL, signal: AbortSignal): Promise<ResourcePage> {
  const answer = await ask(url, signal);
  const text = await answer.text();
  const refuse = (why: string) =>
    new CommandError(`${url.origin}${url.pathname} is no list of x402 resources: ${why}.`);
  if (!answer.ok) throw refuse(`it answered ${answer.status}`);
  try {
    const { items, pagination } = JSON.parse(text);
    if (Array.isArray(items)) {
      return { items, total: Number.isSafeInteger(pagination?.total) ? pagination.total : undefined };
    }
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
  }
  throw refuse('the answer has no items');
}

/** Every page of the list, to its end: where the facilitator gives fewer at a time, too. */
export async function* readResources(address: URL, signal: AbortSignal): AsyncGenerator<ResourcePage> {
  for (let offset = 0; ; ) {
    const url = new URL(address);
    url.searchParams.set('limit', String(pageSize));
    url.searchParams.set('offset', String(offset));
    const page = await readPage(url, signal);
    if (page.items.length === 0) return;
    yield page;
    offset += page.items.length;
    const isLast = page.total === undefined ? page.items.length < pageSize : offset >= page.total;
    if (isLast) return;
  }
}
