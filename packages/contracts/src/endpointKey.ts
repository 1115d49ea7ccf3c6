const unreserved = /[A-Za-z0-9._~-]/;

/** Escapes in one form: none where none is needed, and else in capitals. */
const plainEscapes = (text: string): string =>
  text.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return unreserved.test(character) ? character : escaped.toUpperCase();
  });

/** The one form of the host of an endpoint, however it was written; a port or a dot at the end makes no other host. */
export const endpointHost = (endpoint: string): string =>
  URL.canParse(endpoint) ? new URL(endpoint).hostname.replace(/\.+$/, '') : '';

/**
 * What two endpoints have in common that are one and the same: notation of the host, default port, trailing and repeated
 * slashes, escapes, dot segments, the fragment, and whether it is http or https do not matter.
 */
export function endpointKey(endpoint: string): string {
  if (!URL.canParse(endpoint)) return endpoint;
  const { port, pathname, search } = new URL(endpoint);
  const path = plainEscapes(pathname)
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '');
  return `${endpointHost(endpoint)}${port && `:${port}`}${path}${plainEscapes(search)}`;
}
