import type { AdminAccount } from '@shirube/contracts';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../database.js';

/** The account of the operator, which every catalog has. Services that nobody else has registered belong to it. */
export const operatorAccount = '00000000-0000-7000-8000-000000000000';

/** The account of services that were listed without a key. They belong to nobody until their owner proves them. */
export const unclaimedAccount = '00000000-0000-7000-8000-000000000001';

/** An owner of services, with any number of keys. */
export type Account = Omit<AdminAccount, 'liveKeys' | 'services'>;

const accountColumns = `id, name, contact, service_quota as "serviceQuota", only_proven as "onlyProven", iso_time(created_at) as "createdAt"`;

/** Creates an account. Names need not be unique, because accounts are identified by id. */
export async function createAccount(
  database: Pick<Database, 'query'>,
  { name, contact }: { name: string; contact?: string | undefined },
): Promise<Account> {
  const { rows } = await database.query<Account>(
    `insert into accounts (id, name, contact) values ($1, $2, $3) returning ${accountColumns}`,
    [uuidv7(), name, contact ?? null],
  );
  const [row] = rows;
  if (!row) throw new Error('the account was not stored');
  return row;
}

/** Returns all accounts with their keys and services counted, oldest first; that of nobody only if it has services. */
export async function listAccounts(database: Pick<Database, 'query'>): Promise<AdminAccount[]> {
  const { rows } = await database.query<AdminAccount>(
    `select * from (select ${accountColumns},
        (select count(*) from api_keys where account_id = accounts.id
          and revoked_at is null and (expires_at is null or expires_at > now()))::float8 as "liveKeys",
        (select count(*) from services where account_id = accounts.id)::float8 as services
      from accounts) as counted where id <> $1 or services > 0 order by id`,
    [unclaimedAccount],
  );
  return rows;
}

/** Whether there is an account with this id that may have keys. */
export async function hasAccount(database: Pick<Database, 'query'>, id: string): Promise<boolean> {
  const { rowCount } = await database.query('select from accounts where id::text = lower($1) and id <> $2', [
    id,
    unclaimedAccount,
  ]);
  return rowCount === 1;
}

/** Returns the accounts with this id or name: one, none, or several of the same name. */
export async function findAccounts(database: Pick<Database, 'query'>, idOrName: string): Promise<Account[]> {
  const { rows } = await database.query<Account>(
    `select ${accountColumns} from accounts where id::text = lower($1) or name = $1 order by id`,
    [idOrName],
  );
  return rows;
}

/**
 * Locks an account until the end of the transaction, against other callers of this function. Registrations are not
 * blocked.
 */
export async function lockAccount(client: Pick<Database, 'query'>, id: string): Promise<void> {
  await client.query('select from accounts where id = $1 for no key update', [id]);
}

/** What an operator may change of an account. */
interface AccountChange {
  name?: string | undefined;
  /** An empty one removes it. */
  contact?: string | undefined;
  /** How many services it may register; null: as many as others. */
  serviceQuota?: number | null | undefined;
  /** Whether it may only register services of domains that it has proven. */
  onlyProven?: boolean | undefined;
}

/** Changes an account. Returns false if there is no such account. */
export async function changeAccount(
  database: Pick<Database, 'query'>,
  id: string,
  { name, contact, serviceQuota, onlyProven }: AccountChange,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update accounts set name = coalesce($2, name), contact = nullif(coalesce($3, contact), ''),
      service_quota = case when $4 then $5 else service_quota end, only_proven = coalesce($6, only_proven) where id = $1`,
    [id, name ?? null, contact ?? null, serviceQuota !== undefined, serviceQuota ?? null, onlyProven ?? null],
  );
  return rowCount === 1;
}
