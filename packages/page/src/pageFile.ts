import { contentSecurityPolicy } from './contentSecurityPolicy.js';

/** One file of the built page. */
export interface PageFile {
  /** Relative to the root of the page, such as `assets/main-4F2A.js`. */
  name: string;
  content: Buffer;
}

export const htmlName = 'index.html';

const contentTypes: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

const documentHeaders = {
  // Browsers ask each time whether it is still the same; the gateway does so every second. An nginx before 1.23 wants
  // its own header first.
  'x-accel-expires': '1',
  'cache-control': 'no-cache',
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};
// The name changes with the content.
const hashedHeaders = { 'cache-control': 'public, max-age=31536000, immutable' };

/** The headers that every answer with this file carries, whatever its encoding. */
export function fileHeaders(name: string): Record<string, string> {
  return {
    'content-type': contentTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
    ...(name === htmlName ? documentHeaders : hashedHeaders),
  };
}
