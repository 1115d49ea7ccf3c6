const unreserved = /[A-Za-z0-9._~-]/;

/** Normalizes percent-escapes: unreserved characters are decoded, other escapes are in upper case. */
const plainEscapes = (text: string): string =>
  text.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return unreserved.test(character) ? character : escaped.toUpperCase();
  });

/** Returns the normalized host of an endpoint, without its port and trailing dots. */
export const endpointHost = (endpoint: string): string =>
  URL.canParse(endpoint) ? new URL(endpoint).hostname.replace(/\.+$/, '') : '';

/**
 * Returns a key that is equal for equivalent endpoints. It ignores the notation of the host, the default port, trailing
 * and repeated slashes, escapes, dot segments, the fragment, and whether the scheme is http or https.
 */
export function endpointKey(endpoint: string): string {
  if (!URL.canParse(endpoint)) return endpoint;
  const { port, pathname, search } = new URL(endpoint);
  const path = plainEscapes(pathname)
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '');
  return `${endpointHost(endpoint)}${port && `:${port}`}${path}${plainEscapes(search)}`;
}
