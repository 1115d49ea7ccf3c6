import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '@shirube/contracts';
import { createBackoff, pageLimits } from '@shirube/domain';
import { untilDeadline } from '@shirube/outbound';
import { ExchangeError } from '../exchangeError.js';

const answerWithinMs = 30_000;
const triesAtMost = 4;
const longestWaitMs = 60_000;

/** The response of a source. */
interface SourceAnswer {
  status: number;
  ok: boolean;
  text: string;
}

/** Parses the address of a source, which must be http or https. */
export function sourceAddress(address: string): URL {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new ExchangeError(`"${address}" is not an http or https address.`);
  }
  return new URL(address);
}

/** Reads a body to its end. Rejects a body that is too large, before it fills the memory of this process. */
async function readText({ url, body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    // A source that sends more is faulty or hostile.
    if (bytes > pageLimits.bytes)
      throw new ExchangeError(
        `${new URL(url).origin} sends more than ${pageLimits.bytes / 1024 / 1024} MiB in one response.`,
      );
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Requests an address. Retries for a while if the source is overloaded or cannot be reached. */
export async function askSource(url: URL, signal: AbortSignal): Promise<SourceAnswer> {
  async function ask(): Promise<SourceAnswer & { retryAfter: number }> {
    const deadline = untilDeadline(signal, answerWithinMs);
    try {
      const answer = await fetch(url, { headers: { accept: 'application/json' }, signal: deadline.signal });
      const { status, ok, headers } = answer;
      return { status, ok, text: await readText(answer), retryAfter: Number(headers.get('retry-after')) };
    } finally {
      deadline.release();
    }
  }

  const backoff = createBackoff({ first: 1_000, longest: longestWaitMs });
  for (let tries = 1; ; tries += 1) {
    const answer = await ask().catch((error: unknown) => {
      if (signal.aborted || error instanceof ExchangeError) throw error;
      return { error, status: 0, retryAfter: 0 };
    });
    if ('text' in answer && answer.status !== 429 && answer.status < 500) return answer;
    if (tries === triesAtMost) {
      const why = 'error' in answer ? reasonOf(causeOf(answer.error)) : `it answered ${answer.status}`;
      throw new ExchangeError(`${url.origin} cannot be read: ${why}. Run the same command again to continue.`);
    }
    const { retryAfter } = answer;
    const milliseconds = retryAfter > 0 ? Math.min(retryAfter * 1_000, longestWaitMs) : backoff.next();
    await delay(milliseconds, undefined, { signal });
  }
}

/** Returns the cause of an error of fetch, whose own message says only that it failed. */
const causeOf = (error: unknown): unknown => (error instanceof Error ? (error.cause ?? error) : error);
