import { randomBytes } from 'node:crypto';
import type { AccountProofs, ProvenAccount, SignUpRequest } from '@shirube/contracts';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { recordAction } from '../admin/auditLog.js';
import { type Database, inTransaction } from '../database.js';
import { createKey, listAccountKeys, mostKeys, revokeKey } from '../keys/apiKeys.js';
import { assignServices } from './accountServices.js';
import { operatorAccount, unclaimedAccount } from './accounts.js';
import { ownerProof } from './ownerProof.js';

/** A challenge to prove what an account is opened with. */
export interface AccountChallengeRow {
  id: string;
  /** Who asks, if it is somebody with a key. */
  accountId: string | null;
  token: string;
  /** What a wallet signs. */
  message: string;
  url: string | null;
  paymentAddress: string | null;
  network: string | null;
  expiresAt: Date;
  state: 'live' | 'used' | 'expired';
}

const minutes = 15;
/** However many ask: more would only fill the disk. */
const mostLive = 10_000;
const quota = 200;
const noticeDays = 7;

const columns = `id, account_id as "accountId", token, message, url, payment_address as "paymentAddress", network,
  expires_at as "expiresAt", case when used_at is not null then 'used' when expires_at > now() then 'live' else 'expired' end as state`;

/** What a message to sign says besides what is to be proven. */
type MessageParts = { token: string; issuedAt: Date; expiresAt: Date };

/** Creates a challenge. Returns undefined if there are too many. */
export async function issueAccountChallenge(
  database: Pick<Database, 'query'>,
  { url, paymentAddress, network }: SignUpRequest,
  accountId: string | undefined,
  write: (parts: MessageParts) => string,
): Promise<AccountChallengeRow | undefined> {
  const token = `shirube${randomBytes(20).toString('hex')}`;
  const issuedAt = new Date();
  const expiresAt = new Date(issuedAt.getTime() + minutes * 60_000);
  const { rows } = await database.query<AccountChallengeRow>(
    `insert into account_challenges (id, account_id, token, message, url, payment_address, network, expires_at)
      select $1, $2, $3, $4, $5, $6, $7, $8 where (select count(*) from account_challenges where expires_at > now()) < $9
      returning ${columns}`,
    [
      uuidv7(),
      accountId ?? null,
      token,
      write({ token, issuedAt, expiresAt }),
      url ?? null,
      paymentAddress ?? null,
      network ?? null,
      expiresAt,
      mostLive,
    ],
  );
  return rows[0];
}

export async function findAccountChallenge(
  database: Pick<Database, 'query'>,
  id: string,
): Promise<AccountChallengeRow | undefined> {
  const { rows } = await database.query<AccountChallengeRow>(
    `select ${columns} from account_challenges where id::text = lower($1)`,
    [id],
  );
  return rows[0];
}

/** SQL: whether a service is paid at the address `$1`. EVM addresses ignore case. */
const isPaidAt = `lower(payment_address) = lower($1) and ($1 like '0x%' or payment_address = $1)`;

/** Returns a few listed endpoints that are paid at an address. */
export async function endpointsPaidAt(database: Pick<Database, 'query'>, address: string): Promise<string[]> {
  const { rows } = await database.query<{ endpoint: string }>(
    `select endpoint from services where ${isPaidAt} order by trust_score desc, id limit 3`,
    [address],
  );
  return rows.map(({ endpoint }) => endpoint);
}

/** What was proven: a host, or an address that is paid at a host. */
export interface AccountProven {
  kind: 'host' | 'wallet';
  how: 'well-known' | 'dns' | 'signature';
  /** The host, with its port if it is an unusual one and only that was proven; or the address. */
  subject: string;
  host: string;
}

const subjectKey = ({ kind, subject }: AccountProven): string =>
  kind === 'host' || subject.startsWith('0x') ? subject.toLowerCase() : subject;

/**
 * Uses up a challenge that was met: returns the account, with a new key, and the services that the proof is about.
 * Services of nobody become the account's at once. Those of an owner with a weaker proof do so after a notice, unless
 * that owner proves as much. Returns undefined if the challenge is no longer valid.
 */
export function redeemAccountChallenge(
  database: Database,
  challenge: AccountChallengeRow,
  proven: AccountProven,
): Promise<ProvenAccount | undefined> {
  return inTransaction(database, async (client) => {
    const { rowCount } = await client.query(
      'update account_challenges set used_at = now() where id = $1 and used_at is null and expires_at > now()',
      [challenge.id],
    );
    if (rowCount !== 1) return undefined;
    const account = await provenAccount(client, proven, challenge.accountId);
    const live = await listAccountKeys(client, account.id);
    // Whoever has lost all keys must not be locked out by them.
    const [oldest] = live.length >= mostKeys ? live : [];
    if (oldest) await revokeKey(client, oldest.id);
    const { key } = await createKey(client, {
      name: `proof of ${proven.subject}`.slice(0, 100),
      scopes: ['services:write'],
      accountId: account.id,
    });
    const services = await takeServices(client, account.id, proven);
    const detail = { ...proven, services: services.length };
    await recordAction(client, `account ${account.id}`, { action: 'accounts prove', subject: account.id, detail });
    return { account, key, services: services.slice(0, quota) };
  });
}

/** Returns the account of whoever proved the same before, or else the account that asks, or a new one. */
async function provenAccount(client: pg.PoolClient, proven: AccountProven, asking: string | null) {
  const subject = subjectKey(proven);
  await client.query(`select pg_advisory_xact_lock(hashtext('shirube proof ' || $1 || $2))`, [proven.kind, subject]);
  const { rows } = await client.query<{ id: string; name: string }>(
    `select id, name from accounts where id = coalesce(
      (select account_id from account_proofs where kind = $1 and subject = $2), $3)`,
    [proven.kind, subject, asking],
  );
  const [known] = rows;
  const id = known?.id ?? uuidv7();
  const name = known?.name ?? proven.subject;
  if (!known) {
    await client.query('insert into accounts (id, name, service_quota, only_proven) values ($1, $2, $3, true)', [
      id,
      name,
      quota,
    ]);
  }
  await client.query(
    `insert into account_proofs (kind, subject, account_id, host, how) values ($1, $2, $3, $4, $5)
      on conflict (kind, subject) do update set proven_at = now(), host = excluded.host, how = excluded.how`,
    [proven.kind, subject, id, proven.host, proven.how],
  );
  return { id, name, isNew: !known };
}

interface ConcernedService {
  id: string;
  name: string;
  endpoint: string;
  accountId: string;
  isHostProven: boolean;
}

/** Takes over, or announces to take over, the services that a proof is about. */
async function takeServices(client: pg.PoolClient, accountId: string, proven: AccountProven) {
  const { kind, subject, host, how } = proven;
  const { rows } = await client.query<ConcernedService>(
    `select id, name, endpoint, account_id as "accountId", exists (
        select from account_proofs
        where kind = 'host' and split_part(subject, ':', 1) = endpoint_host and account_id = services.account_id
      ) as "isHostProven"
      from services where ${kind === 'host' ? 'endpoint_host = $1' : isPaidAt} order by id`,
    [kind === 'host' ? host : subject],
  );
  const concerned =
    kind === 'host' && subject !== host ? rows.filter(({ endpoint }) => new URL(endpoint).host === subject) : rows;
  const mine = concerned.filter((service) =>
    [accountId, operatorAccount, unclaimedAccount].includes(service.accountId),
  );
  const others = concerned.filter((service) => !mine.includes(service) && (kind === 'host' || !service.isHostProven));
  const ids = mine.map(({ id }) => id);
  await assignServices(
    client,
    accountId,
    mine.filter((service) => service.accountId !== accountId).map(({ id }) => id),
  );
  await client.query(
    `update services set owner_verified = ${ownerProof('services.account_id')}
      where id = any($1) and owner_verified is null`,
    [ids],
  );
  // A proof of the host settles who owns what is there.
  if (kind === 'host') await client.query('delete from handovers where service_id = any($1)', [ids]);
  const { rows: announced } = await client.query<{ id: string; yoursFrom: string }>(
    `with announced as (
        insert into handovers (service_id, account_id, due_at)
        select id, $2, now() + make_interval(days => $3) from services where id = any($1)
        on conflict (service_id) do update set account_id = excluded.account_id,
          due_at = case when handovers.account_id = excluded.account_id then handovers.due_at else excluded.due_at end
        returning service_id, due_at, xmax = 0 as is_new
      ), told as (
        insert into webhook_deliveries (account_id, service_id, event)
        select services.account_id, services.id, jsonb_build_object('type', 'service.handover', 'at', iso_time(now()),
          'service', jsonb_build_object('id', services.id, 'name', services.name, 'endpoint', services.endpoint),
          'proof', $4::text, 'dueAt', iso_time(due_at))
        from announced join services on services.id = service_id join webhooks on webhooks.account_id = services.account_id
        where is_new
      )
      select service_id as id, iso_time(due_at) as "yoursFrom" from announced`,
    [others.map(({ id }) => id), accountId, noticeDays, how],
  );
  const from = new Map(announced.map(({ id, yoursFrom }) => [id, yoursFrom]));
  return [...mine, ...others].map(({ id, name, endpoint, accountId: earlierOwner }) => {
    const yoursFrom = from.get(id);
    return {
      id,
      name,
      endpoint,
      wasYours: earlierOwner === accountId,
      ...(yoursFrom === undefined ? {} : { yoursFrom }),
    };
  });
}

/** Returns what an account has proven, and the services that will be handed over to it, or by it. */
export async function listAccountProofs(database: Pick<Database, 'query'>, accountId: string): Promise<AccountProofs> {
  const { rows: proofs } = await database.query<AccountProofs['proofs'][number]>(
    `select kind, subject, host, iso_time(proven_at) as "provenAt" from account_proofs
      where account_id = $1 order by proven_at, subject`,
    [accountId],
  );
  const { rows: handovers } = await database.query<AccountProofs['handovers'][number]>(
    `select json_build_object('id', id, 'name', name, 'endpoint', endpoint) as service, iso_time(due_at) as "dueAt",
        handovers.account_id = $1 as "to"
      from handovers join services on services.id = service_id
      where handovers.account_id = $1 or services.account_id = $1 order by due_at, id limit ${quota}`,
    [accountId],
  );
  return { proofs, handovers };
}

/** Hands over the services whose notice has ended, and forgets old challenges. Returns the ids of these services. */
export function handOverServices(database: Database): Promise<string[]> {
  return inTransaction(database, async (client) => {
    await client.query(`delete from account_challenges where expires_at < now() - interval '1 day'`);
    const { rows } = await client.query<{ id: string; accountId: string }>(
      `delete from handovers where due_at <= now() returning service_id as id, account_id as "accountId"`,
    );
    for (const { id, accountId } of rows) await assignServices(client, accountId, [id]);
    return rows.map(({ id }) => id);
  });
}
