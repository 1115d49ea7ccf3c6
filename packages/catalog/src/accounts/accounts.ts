import { v7 as uuidv7 } from 'uuid';
import { type Database, isoTime } from '../database.js';

/** The account of the operator, which every catalog has: what nobody else has registered belongs to it. */
export const operatorAccount = '00000000-0000-7000-8000-000000000000';

/** Who registers services, with any number of keys. */
export interface Account {
  id: string;
  name: string;
  /** How to reach them, if they have said so. */
  contact: string | null;
  createdAt: string;
}

export interface AccountSummary extends Account {
  /** Keys that were not revoked and have not expired. */
  liveKeys: number;
  services: number;
}

const accountColumns = `id, name, contact, ${isoTime('created_at')} as "createdAt"`;

/** Makes an account. Names need not be unique: ids tell accounts apart. */
export async function createAccount(
  database: Database,
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

/** Every account with what it has, oldest first. */
export async function listAccounts(database: Database): Promise<AccountSummary[]> {
  const { rows } = await database.query<AccountSummary>(
    `select ${accountColumns},
        (select count(*) from api_keys where account_id = accounts.id
          and revoked_at is null and (expires_at is null or expires_at > now()))::float8 as "liveKeys",
        (select count(*) from services where account_id = accounts.id)::float8 as services
      from accounts order by id`,
  );
  return rows;
}

/** The accounts that have that id or that name: one, none, or several of the same name. */
export async function findAccounts(database: Database, idOrName: string): Promise<Account[]> {
  const { rows } = await database.query<Account>(
    `select ${accountColumns} from accounts where id::text = lower($1) or name = $1 order by id`,
    [idOrName],
  );
  return rows;
}

/** Changes the name or the contact of an account; an empty contact removes it. False when there is no such account. */
export async function changeAccount(
  database: Database,
  id: string,
  { name, contact }: { name?: string | undefined; contact?: string | undefined },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update accounts set name = coalesce($2, name), contact = nullif(coalesce($3, contact), '') where id = $1`,
    [id, name ?? null, contact ?? null],
  );
  return rowCount === 1;
}
