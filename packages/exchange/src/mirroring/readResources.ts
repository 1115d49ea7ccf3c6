import { DocumentFault, pageLimits, parseForeignJson } from '@shirube/domain';
import { ExchangeError } from '../exchangeError.js';
import { askSource } from './askSource.js';

/** A page of a facilitator's list. */
interface ResourcePage {
  items: unknown[];
  /** The total, as the facilitator states it. */
  total: number | undefined;
}

const listPath = '/discovery/resources';
const pageSize = 100;

/** Returns the address of the list of a facilitator, whether that address itself was given or that of the facilitator. */
export function listOf(facilitator: URL): URL {
  const url = new URL(facilitator);
  const base = url.pathname.replace(/\/+$/, '');
  url.pathname = base.endsWith(listPath) ? base : base + listPath;
  return url;
}

async function readPage(url: URL, signal: AbortSignal): Promise<ResourcePage> {
  const { ok, status, text } = await askSource(url, signal);
  const refuse = (why: string) =>
    new ExchangeError(`${url.origin}${url.pathname} is not a list of x402 resources: ${why}.`);
  if (!ok) throw refuse(`it answered ${status}`);
  try {
    const { items, pagination } = Object(parseForeignJson(text, pageLimits));
    if (Array.isArray(items)) {
      return { items, total: Number.isSafeInteger(pagination?.total) ? pagination.total : undefined };
    }
  } catch (error) {
    throw error instanceof DocumentFault ? refuse(`the answer ${error.message}`) : error;
  }
  throw refuse('the answer has no items');
}

/** Yields every page of the list to its end, even if the facilitator returns smaller pages than requested. */
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
