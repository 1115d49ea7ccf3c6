import type { Database } from '@shirube/catalog';
import { DocumentFault, isStorable, pageLimits, parseForeignJson } from '@shirube/contracts';
import { createParser } from 'eventsource-parser';
import { ExchangeError } from '../exchangeError.js';
import { addressOf, askSource, isAddressOf, sourceOf } from './askSource.js';
import { findFollowedFeed } from './followedFeeds.js';
import { listPath } from './readResources.js';

/** A part of another directory's feed of changes, not validated yet. */
export interface ReadPart {
  changes: unknown[];
  /** The cursor to continue from. */
  cursor: string;
  more: boolean;
}

/** The source no longer knows the cursor: the feed must be read from its beginning. */
export type Lost = 'lost';

/** The path of the feed of a directory. */
export const feedPath = '/api/changes';
const pageSize = 500;
const longestCursor = 200;
/** A directory sends a heartbeat every 15 s. */
const silenceMs = 45_000;
/** The limit for an event in characters, complete or not: far more than a service needs. */
const longestEvent = 1024 * 1024;

const isCursor = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= longestCursor && isStorable(value);

function parsePart(text: string): ReadPart | undefined {
  try {
    const { changes, cursor, more } = Object(parseForeignJson(text, pageLimits));
    if (Array.isArray(changes) && isCursor(cursor)) return { changes, cursor, more: more === true };
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
  }
  return undefined;
}

/**
 * Whether the source is another Shirube. It is asked once, so that an overloaded one is not mistaken for something else
 * later.
 */
export async function isDirectory(database: Database, source: URL, signal: AbortSignal): Promise<boolean> {
  if (isAddressOf(source, listPath)) return false;
  if (isAddressOf(source, feedPath)) return true;
  const url = addressOf(source, feedPath);
  if (await findFollowedFeed(database, sourceOf(url))) return true;
  url.searchParams.set('limit', '1');
  const { ok, text } = await askSource(url, signal);
  return ok && parsePart(text) !== undefined;
}

/** Reads the changes after a cursor of the feed. */
export async function readPart(address: URL, since: string | undefined, signal: AbortSignal): Promise<ReadPart | Lost> {
  const url = new URL(address);
  url.searchParams.set('limit', String(pageSize));
  if (since !== undefined) url.searchParams.set('since', since);
  const { ok, status, text } = await askSource(url, signal);
  // Another directory may run at this address by now, and not know our cursor.
  const isLost = status === 410 || (status === 400 && since !== undefined);
  if (isLost) return 'lost';
  const refuse = (why: string) => new ExchangeError(`${url.origin}${url.pathname} is not a feed of changes: ${why}.`);
  if (!ok) throw refuse(`it answered ${status}`);
  const part = parsePart(text);
  if (!part) throw refuse('the answer has no changes');
  if (part.more && part.cursor === since) throw refuse('its cursor does not advance');
  return part;
}

/**
 * Follows the feed from a cursor on. Changes that arrive together are one part. Ends when the connection closes or is
 * silent for too long.
 */
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
      // Reading the next page finds out why.
      if (answer.status === 410) return;
      throw new ExchangeError(`${address.origin} cannot be followed: it answered ${answer.status}.`);
    }
    let changes: unknown[] = [];
    let cursor: string | undefined;
    const parser = createParser({
      onEvent({ id, data }) {
        if (!isCursor(id)) return;
        changes.push(parseForeignJson(data));
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
