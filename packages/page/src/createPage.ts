import { negotiate } from '@fastify/accept-negotiator';
import { type Encoding, type PageAsset, pageAssets } from './pageAssets.js';
import { htmlName } from './pageFile.js';

/** What to send for a request; the same in any HTTP framework. */
export interface PageAnswer {
  status: 200 | 304 | 404;
  headers: Record<string, string>;
  body: Buffer;
}

interface RequestHeaders {
  'accept-encoding'?: string | string[] | undefined;
  'if-none-match'?: string | undefined;
}

export interface Page {
  /** The paths of the page, as routers write them, but for `serviceRoute`. */
  routes: readonly string[];
  /** The path of a service's page: a 404 is to be sent where there is no such service. */
  serviceRoute: string;
  /** The answer to a GET of `path`, a query aside; undefined where there is nothing. */
  answer(path: string, headers: RequestHeaders, status?: 200 | 404): PageAnswer | undefined;
}

const nothing = Buffer.alloc(0);

/** The built directory page, ready to be served. */
export function createPage(): Page {
  const assets = pageAssets();
  return {
    routes: ['/', '/account', '/account/*', '/docs', '/assets/*'],
    serviceRoute: '/services/:id',
    answer(path, headers, status = 200) {
      const name = path.startsWith('/assets/') ? path.slice(1).replace(/\?.*$/s, '') : htmlName;
      const asset = assets.get(name);
      return asset && answerWith(asset, headers, status);
    },
  };
}

function answerWith(asset: PageAsset, headers: RequestHeaders, status: 200 | 404): PageAnswer {
  const etag = asset.headers.etag ?? '';
  // Not for a 404: it would tell the browser to show what it knows as something that is there.
  if (status === 200 && headers['if-none-match']?.split(',').some((known) => known.trim() === etag)) {
    return { status: 304, headers: { ...asset.headers }, body: nothing };
  }
  const encoding = preferredEncoding(headers['accept-encoding']);
  const encoded: Record<string, string> = encoding === 'identity' ? {} : { 'content-encoding': encoding };
  return { status, headers: { ...asset.headers, ...encoded }, body: asset.bodies[encoding] };
}

function preferredEncoding(accepted: string | string[] | undefined): Encoding {
  if (!accepted) return 'identity';
  const chosen = negotiate(String(accepted).replaceAll('*', 'gzip'), ['br', 'gzip', 'identity']);
  return chosen === 'br' || chosen === 'gzip' ? chosen : 'identity';
}
