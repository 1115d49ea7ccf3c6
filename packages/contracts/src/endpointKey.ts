const unreserved = /[A-Za-z0-9._~-]/;

/** Escapes in one form: none where none is needed, and else in capitals. */
const plainEscapes = (text: string): string =>
  text.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return unreserved.test(character) ? character : escaped.toUpperCase();
  });

/**
 * What two endpoints have in common that are one and the same: case of the host, default port, trailing slashes, escapes,
 * dot segments, the fragment, and whether it is http or https do not matter.
 */
export function endpointKey(endpoint: string): string {
  if (!URL.canParse(endpoint)) return endpoint;
  const { host, pathname, search } = new URL(endpoint);
  const path = plainEscapes(pathname).replace(/\/+$/, '');
  return `${host.replace(/\.(?=:|$)/, '')}${path}${plainEscapes(search)}`;
}
