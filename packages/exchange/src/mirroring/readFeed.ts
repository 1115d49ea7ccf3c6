import type { Database } from '@shirube/catalog';
import { createParser } from 'eventsource-parser';
import { ExchangeError } from '../exchangeError.js';
import { addressOf, askSource, isAddressOf, sourceOf } from './askSource.js';
import { findFollowedFeed } from './followedFeeds.js';
import { listPath } from './readResources.js';

/** A part of another directory's feed of changes, as it came. */
export interface ReadPart {
  changes: unknown[];
  /** Where to go on from. */
  cursor: string;
  more: boolean;
}

/** The source does not know the place any more: the feed must be read from its beginning. */
export type Lost = 'lost';

/** Where directories have their feeds. */
export const feedPath = '/api/changes';
const pageSize = 500;
const longestCursor = 200;
/** A directory sends a sign of life every 15 s. */
const silenceMs = 45_000;
/** Characters of an event, finished or not: far more than a service has. */
const longestEvent = 1024 * 1024;

const isCursor = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= longestCursor;

function parsePart(text: string): ReadPart | undefined {
  try {
    const { changes, cursor, more } = JSON.parse(text);
    if (Array.isArray(changes) && isCursor(cursor)) return { changes, cursor, more: more === true };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
  }
  return undefined;
}

/** Whether it is another Shirube: asked once, since one that is overloaded must not be taken for something else later. */
export async function isDirectory(database: Database, source: URL, signal: AbortSignal): Promise<boolean> {
  if (isAddressOf(source, listPath)) return false;
  if (isAddressOf(source, feedPath)) return true;
  const url = addressOf(source, feedPath);
  if (await findFollowedFeed(database, sourceOf(url))) return true;
  url.searchParams.set('limit', '1');
  const { ok, text } = await askSource(url, signal);
  return ok && parsePart(text) !== undefined;
}

/** The changes behind a place in the feed. */
export async function readPart(address: URL, since: string | undefined, signal: AbortSignal): Promise<ReadPart | Lost> {
  const url = new URL(address);
  url.searchParams.set('limit', String(pageSize));
  if (since !== undefined) url.searchParams.set('since', since);
  const { ok, status, text } = await askSource(url, signal);
  // Another directory may stand at this address by now, to which our cursor means nothing.
  const isLost = status === 410 || (status === 400 && since !== undefined);
  if (isLost) return 'lost';
  const refuse = (why: string) => new ExchangeError(`${url.origin}${url.pathname} is no feed of changes: ${why}.`);
  if (!ok) throw refuse(`it answered ${status}`);
  const part = parsePart(text);
  if (!part) throw refuse('the answer has no changes');
  if (part.more && part.cursor === since) throw refuse('it does not go on');
  return part;
}

/** Listens to the feed from a place on: what comes together is one part. Ends when the connection does, or falls silent. */
export async function* hearParts(
  address: URL,
  since: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<ReadPart> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), silenceMs);
  try {
    const answer = await fetch(address, {
      headers: { accept: 'text/event-stream', ...(since === undefined ? {} : { 'last-event-id': since }) },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!answer.ok || !answer.body) {
      await answer.body?.cancel();
      // Whatever it is, reading the next page tells.
      if (answer.status === 410) return;
      throw new ExchangeError(`${address.origin} cannot be listened to: it answered ${answer.status}.`);
    }
    let changes: unknown[] = [];
    let cursor: string | undefined;
    const parser = createParser({
      onEvent({ id, data }) {
        if (!isCursor(id)) return;
        changes.push(JSON.parse(data));
        cursor = id;
      },
      maxBufferSize: longestEvent,
      onError({ type }) {
        if (type !== 'max-buffer-size-exceeded') return;
        throw new ExchangeError(`${address.origin} sends an event that does not end.`);
      },
    });
    const decoder = new TextDecoder();
    for await (const chunk of answer.body) {
      timer.refresh();
      parser.feed(decoder.decode(chunk, { stream: true }));
      if (cursor === undefined) continue;
      yield { changes, cursor, more: false };
      changes = [];
      cursor = undefined;
    }
  } finally {
    clearTimeout(timer);
  }
}
