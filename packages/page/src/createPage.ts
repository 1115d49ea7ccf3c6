import { negotiate } from '@fastify/accept-negotiator';
import type { Reads, RenderRequest } from '../dist/browser/render.js';
import { builtRenderer, type Encoding, type PageAsset, pageAssets } from './pageAssets.js';
import { documentHeaders, fillDocument, htmlName, pageLinks } from './pageFile.js';

export type { Reads, RenderRequest };

/** The response for a file of the page, independent of the HTTP framework. */
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
  /** The paths of pages, in router syntax. */
  routes: readonly string[];
  /** The paths of files. */
  assetRoutes: readonly string[];
  /** Returns the file at `path`, ignoring a query; undefined if there is none. */
  asset(path: string, headers: RequestHeaders): AssetAnswer | undefined;
  /** Returns the page language that an Accept-Language header asks for. */
  languageOf(header: string | undefined): string;
  /** Returns the address that an old one has moved to, if it has. */
  redirectOf(url: string): string | undefined;
  /** Returns an address without the parameters that no page knows, so that they make no new pages. */
  addressOf(url: string): string;
  /** Renders the page at any address; unknown addresses get a not-found page. */
  render(request: RenderRequest): Promise<RenderedPage>;
}

const emptyBody = Buffer.alloc(0);

/** Loads the built directory page, ready to be served. */
export async function createPage(): Promise<Page> {
  const assets = pageAssets();
  const template = assets.get(htmlName)?.bodies.identity.toString() ?? '';
  const renderer: typeof import('../dist/browser/render.js') = await import(builtRenderer.href);
  return {
    routes: renderer.pageRoutes,
    assetRoutes: ['/assets/*', '/favicon.ico', '/card.png', '/manifest.webmanifest'],
    asset(path, headers) {
      const asset = assets.get(path.slice(1).replace(/\?.*$/s, ''));
      return asset && answerWith(asset, headers);
    },
    languageOf: renderer.preferredLanguage,
    redirectOf: renderer.redirectOf,
    addressOf: renderer.knownAddress,
    async render(request) {
      const { status, ...parts } = await renderer.renderPage(request);
      const retryHeaders = { 'retry-after': '2', 'cache-control': 'no-store', 'x-accel-expires': '0' };
      const headers = {
        ...documentHeaders,
        'content-language': parts.language,
        ...(status >= 429 ? retryHeaders : {}),
      };
      // The script cannot start without the messages of its language.
      const words = [...assets.keys()].find((name) => name.startsWith(`assets/${parts.language}-`));
      const links = pageLinks([...assets.keys()], request.url);
      const head = `${links}<link rel="modulepreload" href="/${words}">${parts.head}`;
      return { status, html: fillDocument(template, { ...parts, head }), headers };
    },
  };
}

function answerWith(asset: PageAsset, headers: RequestHeaders): AssetAnswer {
  const etag = asset.headers.etag ?? '';
  if (headers['if-none-match']?.split(',').some((known) => known.trim() === etag)) {
    return { status: 304, headers: { ...asset.headers }, body: emptyBody };
  }
  const encoding = preferredEncoding(headers['accept-encoding']);
  const encodingHeaders: Record<string, string> = encoding === 'identity' ? {} : { 'content-encoding': encoding };
  return { status: 200, headers: { ...asset.headers, ...encodingHeaders }, body: asset.bodies[encoding] };
}

function preferredEncoding(header: string | string[] | undefined): Encoding {
  if (!header) return 'identity';
  const encoding = negotiate(String(header).replaceAll('*', 'gzip'), ['br', 'gzip', 'identity']);
  return encoding === 'br' || encoding === 'gzip' ? encoding : 'identity';
}
