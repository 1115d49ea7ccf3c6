import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileHeaders } from './pageFile.js';

export type Encoding = 'br' | 'gzip' | 'identity';

/** A file of the page, ready to be sent. */
export interface PageAsset {
  /** Type, caching and security headers, and the ETag. All encodings share one ETag, so it is weak. */
  headers: Readonly<Record<string, string>>;
  bodies: Readonly<Record<Encoding, Buffer>>;
}

/** The output directory of the page build. */
export const builtPage = new URL('../dist/public/', import.meta.url);
/** The built server-side renderer. */
export const builtRenderer = new URL('../rendering/render.js', builtPage);

/** Returns every file of the built page by name (`index.html`, `assets/…`), read once and kept in memory. */
export function pageAssets(): ReadonlyMap<string, PageAsset> {
  if (!existsSync(new URL('index.html', builtPage))) {
    throw new Error('The directory page has not been built: run `npm run build`.');
  }
  const names = readdirSync(builtPage, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.\w+$/.test(name) && !/\.(br|gz)$/.test(name));
  return new Map(names.map((name) => [name, readAsset(name)]));
}

function readAsset(name: string): PageAsset {
  const [identity, br, gzip] = ['', '.br', '.gz'].map((form) => readFileSync(new URL(name + form, builtPage)));
  if (!identity || !br || !gzip) throw new Error(`${name} was not built in every encoding.`);
  const etag = `W/"${createHash('sha1').update(identity).digest('base64url')}"`;
  return { headers: { ...fileHeaders(name), etag }, bodies: { identity, br, gzip } };
}
