import { negotiate } from '@fastify/accept-negotiator';
import type { Reads, RenderRequest } from '../dist/browser/render.js';
import { builtRenderer, type Encoding, type PageAsset, pageAssets } from './pageAssets.js';
import { documentHeaders, fillDocument, htmlName } from './pageFile.js';

export type { Reads, RenderRequest };

/** What to send for a file of the page; the same in any HTTP framework. */
export interface AssetAnswer {
  status: 200 | 304;
  headers: Record<string, string>;
  body: Buffer;
}

interface RequestHeaders {
  'accept-encoding'?: string | string[] | undefined;
  'if-none-match'?: string | undefined;
}

export interface RenderedPage {
  status: number;
  html: string;
  headers: Record<string, string>;
}

export interface Page {
  /** The paths of pages, as routers write them. */
  routes: readonly string[];
  /** The paths of files. */
  assetRoutes: readonly string[];
  /** The file at `path`, a query aside; undefined where there is none. */
  asset(path: string, headers: RequestHeaders): AssetAnswer | undefined;
  /** The language that an Accept-Language header asks for, of those that pages are in. */
  languageOf(header: string | undefined): string;
  /** The page at an address, whatever that is: where there is nothing it says so. */
  render(request: RenderRequest): Promise<RenderedPage>;
}

const nothing = Buffer.alloc(0);

/** The built directory page, ready to be served. */
export async function createPage(): Promise<Page> {
  const assets = pageAssets();
  const template = assets.get(htmlName)?.bodies.identity.toString() ?? '';
  const renderer: typeof import('../dist/browser/render.js') = await import(builtRenderer.href);
  return {
    routes: ['/', '/services/:id', '/account', '/account/*', '/docs'],
    assetRoutes: ['/assets/*', '/favicon.ico', '/manifest.webmanifest'],
    asset(path, headers) {
      const asset = assets.get(path.slice(1).replace(/\?.*$/s, ''));
      return asset && answerWith(asset, headers);
    },
    languageOf: renderer.preferredLanguage,
    async render(request) {
      const { status, ...parts } = await renderer.renderPage(request);
      const passing = { 'retry-after': '2', 'cache-control': 'no-store', 'x-accel-expires': '0' };
      const headers = { ...documentHeaders, 'content-language': parts.language, ...(status >= 429 ? passing : {}) };
      return { status, html: fillDocument(template, parts), headers };
    },
  };
}

function answerWith(asset: PageAsset, headers: RequestHeaders): AssetAnswer {
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
