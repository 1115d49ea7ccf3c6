import { type ApiKey, type Database, findLiveKey, keyDigest, operatorAccount, touchKey } from '@shirube/catalog';
import type { Scope } from '@shirube/contracts';
import { endpointHost, hostNames } from '@shirube/domain';
import { forbidden, type Logger, type Reach, type Settings, unauthorized } from '@shirube/service-kit';
import { LRUCache } from 'lru-cache';

/** The sender of a request. */
export interface Caller {
  digest: Buffer;
  /** Whether it is BOOTSTRAP_API_KEY, which is not stored. */
  isBootstrap: boolean;
  /** The account of the key. */
  accountId: string;
  /** The name of the caller in the audit log. */
  actor: string;
  scopes: readonly Scope[];
  /** The registrable domains whose services it may register; any if not given. */
  domains?: readonly string[] | undefined;
}

interface AuthenticateOptions {
  database: Database;
  reach: Reach;
  settings: Pick<Settings, 'BOOTSTRAP_API_KEY' | 'SIGN_UP'>;
  log: Logger;
}

// A revoked key may work for this much longer.
const rememberMs = 1_000;

/** Returns why a caller may not register an endpoint, if so: its account was opened by a proof of another domain. */
export function domainFault({ domains }: Caller, endpoint: string): string | undefined {
  const { provider } = hostNames(endpointHost(endpoint));
  if (!domains || domains.includes(provider)) return undefined;
  return `This account may list services at ${domains.join(', ')}: prove that ${provider} is yours too (POST /api/accounts with this key), or ask the operator.`;
}

export function requireDomain(caller: Caller, endpoint: string): void {
  const fault = domainFault(caller, endpoint);
  if (fault !== undefined) throw forbidden(fault);
}

const notLive = () => unauthorized('This API key is unknown, expired or revoked.');

/**
 * Returns the key of a caller who asks for another key; undefined for BOOTSTRAP_API_KEY. Rejects if it has been revoked
 * since it was authenticated: the new key would outlive it.
 */
export async function requireLiveKey(
  database: Pick<Database, 'query'>,
  { digest, isBootstrap }: Caller,
): Promise<ApiKey | undefined> {
  const key = await findLiveKey(database, digest);
  if (!key && !isBootstrap) throw notLive();
  return key;
}

/** Creates a function that returns the caller of an Authorization header, and rejects callers without the scope. */
export function createAuthenticator({ database, reach, settings, log }: AuthenticateOptions) {
  const { BOOTSTRAP_API_KEY: bootstrapKey, SIGN_UP: signUp } = settings;
  const source = signUp === 'on' ? ' Get one with a proof of what you sell: on /list, or with POST /api/accounts.' : '';
  const known = new LRUCache<string, Caller>({ max: 10_000, ttl: rememberMs });
  const bootstrapDigest = bootstrapKey === undefined ? undefined : keyDigest(bootstrapKey);

  async function findCaller(digest: Buffer): Promise<Caller | undefined> {
    if (bootstrapDigest?.equals(digest)) {
      return { digest, isBootstrap: true, accountId: operatorAccount, actor: 'BOOTSTRAP_API_KEY', scopes: ['admin'] };
    }
    const name = digest.toString('base64');
    const cachedCaller = known.get(name);
    if (cachedCaller) return cachedCaller;
    const key = await reach(() => findLiveKey(database, digest));
    if (!key) return undefined;
    touchKey(database, key.id).catch((error) => log.warn({ err: error }, 'the last use of a key was not stored'));
    const actor = `key ${key.name} (${key.id})`;
    const { accountId, scopes, provenHosts } = key;
    const domains = provenHosts?.map((host) => hostNames(host).provider);
    const caller = { digest, isBootstrap: false, accountId, actor, scopes, domains };
    // What an account has just proven must count at once.
    if (!domains) known.set(name, caller);
    return caller;
  }

  return async function authenticate(header: string | undefined, scope: Scope): Promise<Caller> {
    if (header === undefined) {
      const hint = scope === 'services:write' ? source : '';
      throw unauthorized(`Send an API key: Authorization: Bearer <API_KEY>.${hint}`);
    }
    const key = /^Bearer +([!-~]+)$/i.exec(header)?.[1];
    if (!key) throw unauthorized('The Authorization header must have the form: Bearer <API_KEY>.');
    const caller = await findCaller(keyDigest(key));
    if (!caller) throw notLive();
    if (!caller.scopes.includes(scope) && !caller.scopes.includes('admin')) {
      throw forbidden(`This API key lacks the scope ${scope}.`, { scope });
    }
    return caller;
  };
}

export type Authenticate = ReturnType<typeof createAuthenticator>;
