import { createHash, randomBytes } from 'node:crypto';
import type { AdminKey, Scope } from '@shirube/contracts';
import { v7 as uuidv7 } from 'uuid';
import { operatorAccount } from '../accounts/accounts.js';
import type { Database } from '../database.js';

/** Services that a key registers belong to its account. */
export type ApiKey = AdminKey;

const keyColumns = `id, name, account_id as "accountId", scopes, iso_time(created_at) as "createdAt",
  iso_time(expires_at) as "expiresAt", iso_time(last_used_at) as "lastUsedAt",
  iso_time(revoked_at) as "revokedAt"`;

/** Returns the SHA-256 digest of a key, which is stored instead of the key. */
export function keyDigest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Generates a key: `shk_` and 43 base64url characters from 32 random bytes. */
function generateKey(): string {
  return `shk_${randomBytes(32).toString('base64url')}`;
}

interface NewKey {
  name: string;
  scopes: readonly Scope[];
  /**
   * The account of the key. By default an admin key belongs to the operator, and any other gets a new account of its
   * name.
   */
  accountId?: string | undefined;
  expiresAt?: Date | undefined;
}

/** Issues a key. The returned text is the only copy: the catalog stores its digest. */
export async function createKey(
  database: Pick<Database, 'query'>,
  { name, scopes, accountId = scopes.includes('admin') ? operatorAccount : undefined, expiresAt }: NewKey,
): Promise<ApiKey & { key: string }> {
  const key = generateKey();
  const { rows } = await database.query<ApiKey>(
    `with own as (
        insert into accounts (id, name) select $1, $3 where $6::uuid is null returning id
      )
      insert into api_keys (id, digest, name, scopes, expires_at, account_id)
      values ($1, $2, $3, $4, $5, coalesce($6, (select id from own))) returning ${keyColumns}`,
    [uuidv7(), keyDigest(key), name, scopes, expiresAt ?? null, accountId ?? null],
  );
  const [row] = rows;
  if (!row) throw new Error('the key was not stored');
  return { ...row, key };
}

/** How many live keys an account may have. */
export const mostKeys = 20;

/** SQL: whether a key is neither revoked nor expired. */
export const isLiveKey = 'revoked_at is null and (expires_at is null or expires_at > now())';

/** Returns all keys that were ever issued, oldest first. */
export async function listKeys(database: Pick<Database, 'query'>): Promise<ApiKey[]> {
  const { rows } = await database.query<ApiKey>(`select ${keyColumns} from api_keys order by id`);
  return rows;
}

/** Returns the live keys of an account, oldest first. */
export async function listAccountKeys(database: Pick<Database, 'query'>, accountId: string): Promise<ApiKey[]> {
  const { rows } = await database.query<ApiKey>(
    `select ${keyColumns} from api_keys where account_id = $1 and ${isLiveKey} order by id`,
    [accountId],
  );
  return rows;
}

/** Revokes a key, of any account or only of the given one. Returns false if there is no such live key. */
export async function revokeKey(database: Pick<Database, 'query'>, id: string, accountId?: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `update api_keys set revoked_at = now()
      where id::text = $1 and ($2::uuid is null or account_id = $2) and revoked_at is null`,
    [id, accountId ?? null],
  );
  return rowCount === 1;
}

/** A key with the hosts that its account has proven, if it may only register services of their domains. */
export type LiveKey = ApiKey & { provenHosts: string[] | null };

/** Returns the live key with this digest, that is, neither revoked nor expired. */
export async function findLiveKey(database: Pick<Database, 'query'>, digest: Buffer): Promise<LiveKey | undefined> {
  const { rows } = await database.query<LiveKey>({
    name: 'find-live-key',
    text: `select ${keyColumns}, (
        select array(select host from account_proofs where account_proofs.account_id = accounts.id)
        from accounts where accounts.id = api_keys.account_id and only_proven
      ) as "provenHosts" from api_keys where digest = $1 and ${isLiveKey}`,
    values: [digest],
  });
  return rows[0];
}

/** Records that a key was used, to the minute. */
export async function touchKey(database: Database, id: string): Promise<void> {
  await database.query({
    name: 'touch-key',
    text: `update api_keys set last_used_at = now()
      where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    values: [id],
  });
}
