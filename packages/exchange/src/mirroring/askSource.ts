import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '@shirube/contracts';
import { ExchangeError } from '../exchangeError.js';

const answerWithinMs = 30_000;
const triesAtMost = 4;
const longestWaitSeconds = 60;
/** Far more than 500 services take: a source that sends more has something else in mind. */
const mostBytes = 32 * 1024 * 1024;

/** What a source has answered. */
export interface SourceAnswer {
  status: number;
  ok: boolean;
  text: string;
}

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

/** Reads a body to its end; one that has none is given up before it takes the memory of this process. */
async function readText({ url, body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes)
      throw new ExchangeError(`${new URL(url).origin} sends more than ${mostBytes / 1024 / 1024} MiB at a time.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** An answer, asked for again for a while where the source is overloaded or cannot be reached. */
export async function askSource(url: URL, signal: AbortSignal): Promise<SourceAnswer> {
  async function ask(): Promise<SourceAnswer & { retryAfter: number }> {
    const answer = await fetch(url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
    });
    const { status, ok, headers } = answer;
    return { status, ok, text: await readText(answer), retryAfter: Number(headers.get('retry-after')) };
  }

  for (let tries = 1; ; tries += 1) {
    const answer = await ask().catch((error: unknown) => {
      if (signal.aborted || error instanceof ExchangeError) throw error;
      return { error, status: 0, retryAfter: 0 };
    });
    if ('text' in answer && answer.status !== 429 && answer.status < 500) return answer;
    if (tries === triesAtMost) {
      const why = 'error' in answer ? reasonOf(causeOf(answer.error)) : `it answered ${answer.status}`;
      throw new ExchangeError(`${url.origin} cannot be read: ${why}. Run the same command again to go on.`);
    }
    const { retryAfter } = answer;
    const seconds = retryAfter > 0 ? Math.min(retryAfter, longestWaitSeconds) : 2 ** (tries - 1);
    await delay(seconds * 1_000, undefined, { signal });
  }
}

/** fetch says only that it failed; why, its cause says. */
export const causeOf = (error: unknown): unknown => (error instanceof Error ? (error.cause ?? error) : error);

/** What became of what a source has: numbers to count up. */
export const noTotals = () => ({
  /** Changes or resources that were read. */
  read: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  /** Could not be taken over. */
  leftOut: 0,
  /** Whether it was asked to stop before the end. */
  interrupted: false,
});
