import { type Database, findLiveKey, keyDigest, operatorAccount, type Scope, touchKey } from '@shirube/catalog';
import { forbidden, type Logger, type Reach, unauthorized } from '@shirube/service-kit';
import { LRUCache } from 'lru-cache';

/** Who sent a request. */
export interface Caller {
  digest: Buffer;
  /** Whose key it is. */
  accountId: string;
  scopes: readonly Scope[];
}

interface AuthenticateOptions {
  database: Database;
  reach: Reach;
  bootstrapKey: string | undefined;
  log: Logger;
}

// A revoked key works for this much longer at the most.
const rememberMs = 1_000;

/** Makes the function that tells who holds the key of an Authorization header, and refuses who lacks the scope. */
export function createAuthenticator({ database, reach, bootstrapKey, log }: AuthenticateOptions) {
  const known = new LRUCache<string, Caller>({ max: 10_000, ttl: rememberMs });
  const bootstrapDigest = bootstrapKey === undefined ? undefined : keyDigest(bootstrapKey);

  async function findCaller(digest: Buffer): Promise<Caller | undefined> {
    if (bootstrapDigest?.equals(digest)) return { digest, accountId: operatorAccount, scopes: ['admin'] };
    const name = digest.toString('base64');
    const remembered = known.get(name);
    if (remembered) return remembered;
    const key = await reach(() => findLiveKey(database, digest));
    if (!key) return undefined;
    touchKey(database, key.id).catch((error) => log.warn({ err: error }, 'the use of a key was not noted'));
    const caller = { digest, accountId: key.accountId, scopes: key.scopes };
    known.set(name, caller);
    return caller;
  }

  return async function authenticate(header: string | undefined, scope: Scope): Promise<Caller> {
    if (header === undefined) throw unauthorized('Send an API key: Authorization: Bearer <API_KEY>.');
    const key = /^Bearer +([!-~]+)$/i.exec(header)?.[1];
    if (!key) throw unauthorized('The Authorization header must have the form: Bearer <API_KEY>.');
    const caller = await findCaller(keyDigest(key));
    if (!caller) throw unauthorized('This API key is not known, has expired or was revoked.');
    if (!caller.scopes.includes(scope) && !caller.scopes.includes('admin')) {
      throw forbidden(`This API key lacks the scope ${scope}.`);
    }
    return caller;
  };
}

export type Authenticate = ReturnType<typeof createAuthenticator>;
