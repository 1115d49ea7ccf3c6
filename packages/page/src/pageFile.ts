/** One file of the built page. */
export interface PageFile {
  /** Relative to the root of the page, such as `assets/main-4F2A.js`. */
  name: string;
  content: Buffer;
}

export const htmlName = 'index.html';

const contentTypes: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
  png: 'image/png',
  webmanifest: 'application/manifest+json',
};

/**
 * Allows the page its own scripts and styles and requests to its own origin, and nothing else. Text can never become
 * markup, not even by mistake.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The headers of every rendered page. */
export const documentHeaders = {
  'content-type': 'text/html; charset=utf-8',
  vary: 'Accept-Encoding, Accept-Language',

  // Browsers revalidate on each load, the gateway every second. nginx before 1.23 needs its own header to come first.
  'x-accel-expires': '1',
  'cache-control': 'no-cache',
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};
// Cacheable forever, because the name changes with the content.
const hashedHeaders = { 'cache-control': 'public, max-age=31536000, immutable' };
const namedHeaders = { 'cache-control': 'public, max-age=86400' };

/** Returns the headers of every response with this file, whatever its encoding. */
export function fileHeaders(name: string): Record<string, string> {
  return {
    'content-type': contentTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    vary: 'Accept-Encoding',
    ...(name.startsWith('assets/') ? hashedHeaders : namedHeaders),
  };
}

/**
 * Names the script of the list, and the styles of the other pages, which the list applies when one of those is opened.
 */
export function pageLinks(names: readonly string[], url: string): string {
  const find = (stem: string) => names.find((each) => each.startsWith(`assets/${stem}-`));
  const isList = /^\/(\?|$)/.test(url);
  const styles = `<link id="page-styles" rel="${isList ? 'prefetch' : 'stylesheet'}" href="/${find('pages')}">`;
  return isList ? `${styles}<link rel="modulepreload" href="/${find('listPage')}">` : styles;
}

/** Inserts the rendered parts into the document. */
export function fillDocument(
  template: string,
  { language, head, body }: Record<'language' | 'head' | 'body', string>,
): string {
  // Split once: what is inserted may contain anything, also the marks.
  const [start = '', between, end] = template.split(/\{\{head\}\}|\{\{body\}\}/);
  return [start.replace('lang="en"', `lang="${language}"`), head, between, body, end].join('');
}
