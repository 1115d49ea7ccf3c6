import { HttpProblem } from '@shirube/service-kit';
import type { Authenticate } from '../authenticate.js';

const challenge = { 'www-authenticate': 'Basic realm="Shirube: an admin key as password", charset="UTF-8"' };

/** The key in a header that a browser sends once its user has typed it: the password, or the name if there is none. */
function typedKey(header: string): string | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const typed = Buffer.from(encoded, 'base64').toString();
  const colon = typed.indexOf(':');
  return typed.slice(colon + 1).trim() || typed.slice(0, Math.max(colon, 0)).trim();
}

/**
 * Makes the function that lets an admin key pass, whether a program sends it (Bearer) or a browser (Basic), and else
 * throws a 401 that has a browser ask for one. A guess costs one digest and one lookup, as on every other route, and a
 * key has 256 random bits.
 */
export function createAdminCheck(authenticate: Authenticate) {
  return async (header: string | undefined): Promise<void> => {
    const key = header === undefined ? undefined : typedKey(header);
    try {
      await authenticate(key === undefined ? header : `Bearer ${key}`, 'admin');
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error;
      throw new HttpProblem(401, 'unauthorized', 'Unauthorized', error.detail, { headers: challenge });
    }
  };
}
