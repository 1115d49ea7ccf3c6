import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { operatorAccount } from '../accounts/accounts.js';
import { type Database, isoTime } from '../database.js';

export const scopes = ['services:write', 'settlements:write', 'admin'] as const;
export type Scope = (typeof scopes)[number];

export interface ApiKey {
  id: string;
  name: string;
  /** Whose key it is: what it registers belongs to this account. */
  accountId: string;
  scopes: Scope[];
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

const keyColumns = `id, name, account_id as "accountId", scopes, ${isoTime('created_at')} as "createdAt",
  ${isoTime('expires_at')} as "expiresAt", ${isoTime('last_used_at')} as "lastUsedAt",
  ${isoTime('revoked_at')} as "revokedAt"`;

/** What is stored of a key: its SHA-256 digest. */
export function keyDigest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** A new key: `shk_` and 43 base64url characters from 32 random bytes. */
export function generateKey(): string {
  return `shk_${randomBytes(32).toString('base64url')}`;
}

export interface NewKey {
  name: string;
  scopes: readonly Scope[];
  /** Whose it is; when left out, an admin key is the operator's, and any other gets an account of its own name. */
  accountId?: string | undefined;
  expiresAt?: Date | undefined;
}

/** Issues a key. The returned text is the only copy: the catalog keeps its digest. */
export async function createKey(
  database: Database,
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

/** Every key that was ever issued, oldest first. */
export async function listKeys(database: Database): Promise<ApiKey[]> {
  const { rows } = await database.query<ApiKey>(`select ${keyColumns} from api_keys order by id`);
  return rows;
}

/** Ends a key for good; false when there is no live key of that id. */
export async function revokeKey(database: Database, id: string): Promise<boolean> {
  const { rowCount } = await database.query(
    'update api_keys set revoked_at = now() where id::text = $1 and revoked_at is null',
    [id],
  );
  return rowCount === 1;
}

/** The live key with that digest: not revoked, not expired. */
export async function findLiveKey(database: Database, digest: Buffer): Promise<ApiKey | undefined> {
  const { rows } = await database.query<ApiKey>({
    name: 'find-live-key',
    text: `select ${keyColumns} from api_keys
      where digest = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
    values: [digest],
  });
  return rows[0];
}

/** Notes that a key was used, to the minute. */
export async function touchKey(database: Database, id: string): Promise<void> {
  await database.query({
    name: 'touch-key',
    text: `update api_keys set last_used_at = now()
      where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    values: [id],
  });
}
