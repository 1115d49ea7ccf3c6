import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '@shirube/contracts';
import { ExchangeError } from '../exchangeError.js';

const answerWithinMs = 30_000;
const triesAtMost = 4;
const longestWaitSeconds = 60;

/** The address of a source, which must be one of the web. */
export function sourceAddress(address: string): URL {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new ExchangeError(`"${address}" is not an http or https address.`);
  }
  return new URL(address);
}

/** The address of one thing that a source offers, whether it was given itself or that of the source. */
export function addressOf(source: URL, path: string): URL {
  const url = new URL(source);
  const base = withoutSlash(url);
  url.pathname = base.endsWith(path) ? base : base + path;
  return url;
}

/** By what name a source is remembered. */
export const sourceOf = ({ origin, pathname }: URL): string => origin + pathname;

/** Whether an address is the one of that thing itself. */
export const isAddressOf = (source: URL, path: string): boolean => withoutSlash(source).endsWith(path);

const withoutSlash = ({ pathname }: URL): string => pathname.replace(/\/+$/, '');

/** An answer, asked for again for a while where the source is overloaded or cannot be reached. */
export async function askSource(url: URL, signal: AbortSignal): Promise<Response> {
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
      throw new ExchangeError(`${url.origin} cannot be read: ${why}. Run the same command again to go on.`);
    }
    const asked = answer instanceof Response ? Number(answer.headers.get('retry-after')) : 0;
    const seconds = asked > 0 ? Math.min(asked, longestWaitSeconds) : 2 ** (tries - 1);
    await delay(seconds * 1_000, undefined, { signal });
  }
}

/** fetch says only that it failed; why, its cause says. */
export const causeOf = (error: unknown): unknown => (error instanceof Error ? (error.cause ?? error) : error);
