import { type Database, findLiveKey, keyDigest, operatorAccount, type Scope, touchKey } from '@shirube/catalog';
import { forbidden, type Logger, type Reach, unauthorized } from '@shirube/service-kit';
import { LRUCache } from 'lru-cache';

/** The sender of a request. */
export interface Caller {
  digest: Buffer;
  /** The account of the key. */
  accountId: string;
  /** The name of the caller in the audit log. */
  actor: string;
  scopes: readonly Scope[];
}

interface AuthenticateOptions {
  database: Database;
  reach: Reach;
  bootstrapKey: string | undefined;
  log: Logger;
}

// A revoked key may work for this much longer.
const rememberMs = 1_000;

/** Creates a function that returns the caller of an Authorization header, and rejects callers without the scope. */
export function createAuthenticator({ database, reach, bootstrapKey, log }: AuthenticateOptions) {
  const known = new LRUCache<string, Caller>({ max: 10_000, ttl: rememberMs });
  const bootstrapDigest = bootstrapKey === undefined ? undefined : keyDigest(bootstrapKey);

  async function findCaller(digest: Buffer): Promise<Caller | undefined> {
    if (bootstrapDigest?.equals(digest)) {
      return { digest, accountId: operatorAccount, actor: 'BOOTSTRAP_API_KEY', scopes: ['admin'] };
    }
    const name = digest.toString('base64');
    const remembered = known.get(name);
    if (remembered) return remembered;
    const key = await reach(() => findLiveKey(database, digest));
    if (!key) return undefined;
    touchKey(database, key.id).catch((error) => log.warn({ err: error }, 'the last use of a key was not stored'));
    const actor = `key ${key.name} (${key.id})`;
    const caller = { digest, accountId: key.accountId, actor, scopes: key.scopes };
    known.set(name, caller);
    return caller;
  }

  return async function authenticate(header: string | undefined, scope: Scope): Promise<Caller> {
    if (header === undefined) throw unauthorized('Send an API key: Authorization: Bearer <API_KEY>.');
    const key = /^Bearer +([!-~]+)$/i.exec(header)?.[1];
    if (!key) throw unauthorized('The Authorization header must have the form: Bearer <API_KEY>.');
    const caller = await findCaller(keyDigest(key));
    if (!caller) throw unauthorized('This API key is unknown, expired or revoked.');
    if (!caller.scopes.includes(scope) && !caller.scopes.includes('admin')) {
      throw forbidden(`This API key lacks the scope ${scope}.`);
    }
    return caller;
  };
}

export type Authenticate = ReturnType<typeof createAuthenticator>;
