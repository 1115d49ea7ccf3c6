import { negotiate } from '@fastify/accept-negotiator';
import { type Encoding, type PageAsset, pageAssets } from './pageAssets.js';
import { htmlName } from './pageFile.js';

/** What to send for a request; the same in any HTTP framework. */
export interface PageAnswer {
  status: 200 | 304;
  headers: Record<string, string>;
  body: Buffer;
}

interface RequestHeaders {
  'accept-encoding'?: string | string[] | undefined;
  'if-none-match'?: string | undefined;
}

export interface Page {
  /** The paths of the page, as routers write them. */
  routes: readonly string[];
  /** The answer to a GET of `path`, a query aside; undefined where there is nothing. */
  answer(path: string, headers: RequestHeaders): PageAnswer | undefined;
}

const nothing = Buffer.alloc(0);

/** The built directory page, ready to be served. */
export function createPage(): Page {
  const assets = pageAssets();
  return {
    routes: ['/', '/services/:id', '/assets/*'],
    answer(path, headers) {
      const name = path.startsWith('/assets/') ? path.slice(1).replace(/\?.*$/s, '') : htmlName;
      const asset = assets.get(name);
      return asset && answerWith(asset, headers);
    },
  };
}

function answerWith(asset: PageAsset, headers: RequestHeaders): PageAnswer {
  const etag = asset.headers.etag ?? '';
  if (headers['if-none-match']?.split(',').some((known) => known.trim() === etag)) {
    return { status: 304, headers: { ...asset.headers }, body: nothing };
  }
  const encoding = preferredEncoding(headers['accept-encoding']);
  const encoded: Record<string, string> = encoding === 'identity' ? {} : { 'content-encoding': encoding };
  return { status: 200, headers: { ...asset.headers, ...encoded }, body: asset.bodies[encoding] };
}

function preferredEncoding(accepted: string | string[] | undefined): Encoding {
  if (!accepted) return 'identity';
  const chosen = negotiate(String(accepted).replaceAll('*', 'gzip'), ['br', 'gzip', 'identity']);
  return chosen === 'br' || chosen === 'gzip' ? chosen : 'identity';
}
