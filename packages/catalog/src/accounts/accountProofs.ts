import type { AccountProofs, ProvenAccount, SignUpRequest } from '@shirube/contracts';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { recordAction } from '../admin/auditLog.js';
import { type Database, inTransaction } from '../database.js';
import { createKey, isLiveKey, listAccountKeys, mostKeys } from '../keys/apiKeys.js';
import { endpointDigest } from '../services/endpointDigest.js';
import { lockServices } from '../services/lockServices.js';
import { assignServices } from './accountServices.js';
import { lockAccount, operatorAccount, unclaimedAccount } from './accounts.js';
import { decidingProof, isHostProof, ownerProof } from './ownerProof.js';

/** A challenge to prove that a host or a wallet is one's own. */
export interface NewAccountChallenge {
  id: string;
  asked: SignUpRequest;
  token: string;
  /** What a wallet signs. */
  message: string;
  expiresAt: Date;
}

export interface AccountChallengeRow extends NewAccountChallenge {
  /** Who asks, if it is somebody with a key. */
  accountId: string | null;
  state: 'live' | 'used' | 'expired';
}

/** The live challenges of one network. The oldest makes room for the newest. */
const maxPerNetwork = 50;
const quota = 200;

const isLive = `used_at is null and account_challenges.expires_at > now()
  and (key_id is null or exists (select from api_keys where api_keys.id = key_id and ${isLiveKey}))`;
const columns = `id, account_id as "accountId", token, message, expires_at as "expiresAt",
  json_strip_nulls(json_build_object('url', url, 'paymentAddress', payment_address, 'network', network)) as asked,
  case when used_at is not null then 'used' when ${isLive} then 'live' else 'expired' end as state`;

/** Stores a challenge, and who asks: from which network, and with which key. */
export async function storeAccountChallenge(
  database: Pick<Database, 'query'>,
  { id, asked, token, message, expiresAt }: NewAccountChallenge,
  { network, keyId }: { network: string; keyId?: string | undefined },
): Promise<void> {
  await database.query(
    `with crowded as (
        delete from account_challenges where id in (
          select id from account_challenges where asked_from = $6 order by expires_at desc, id desc offset ${maxPerNetwork - 1}
        )
      )
      insert into account_challenges
        (id, url, payment_address, network, token, message, expires_at, asked_from, key_id, account_id)
      select $1, $2::json ->> 'url', $2::json ->> 'paymentAddress', $2::json ->> 'network', $3, $4, $5, $6, $7,
        (select account_id from api_keys where id = $7)`,
    [id, asked, token, message, expiresAt, network, keyId ?? null],
  );
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

/** Returns a listed endpoint that says that it is paid at an address: rather one that has said so to a check. */
export async function endpointPaidAt(database: Pick<Database, 'query'>, address: string): Promise<string | undefined> {
  const { rows } = await database.query<{ endpoint: string }>(
    `select endpoint from services where lower(payment_address) = lower($1)
      order by position(lower($1) in lower(coalesce(observed ->> 'accepts', ''))) = 0, trust_score desc, id limit 1`,
    [address],
  );
  return rows[0]?.endpoint;
}

/** What was proven: a host, or the wallet that an endpoint of a host asks to be paid to. */
export interface AccountProven {
  kind: 'host' | 'wallet';
  how: 'well-known' | 'dns' | 'signature';
  /** The host, with its port if it is an unusual one and only that was proven; or the address. */
  subject: string;
  host: string;
  /** The endpoint that has just named the wallet. */
  endpoint?: string;
}

/**
 * Uses up a challenge that was met: adds the proof to the account that asked with its key, or else to a new one, and
 * returns that with a new key, and the services that the proof is about. Returns why not, if the challenge is no longer
 * valid, or the account has no room for another key.
 */
export function redeemAccountChallenge(
  database: Database,
  { id, accountId: asking }: Pick<AccountChallengeRow, 'id' | 'accountId'>,
  proven: AccountProven,
): Promise<ProvenAccount | 'used' | 'too_many_keys'> {
  return inTransaction(database, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtext('shirube proof ' || $1))`, [proven.host]);
    if (asking) await lockAccount(client, asking);
    if (asking && (await listAccountKeys(client, asking)).length >= mostKeys) return 'too_many_keys';
    const { rows } = await client.query<{ keyExpiresAt: Date | null }>(
      `update account_challenges set used_at = now() where id = $1 and ${isLive}
        returning (select expires_at from api_keys where id = key_id) as "keyExpiresAt"`,
      [id],
    );
    const [used] = rows;
    if (!used) return 'used';
    const { proofId, ...account } = await storeProof(client, asking, proven);
    const { key } = await createKey(client, {
      name: `proof of ${proven.subject}`.slice(0, 100),
      scopes: ['services:write'],
      accountId: account.id,
      // A key that expires must not create one that does not.
      expiresAt: used.keyExpiresAt ?? undefined,
    });
    const services = await takeServices(client, account.id, proofId);
    const detail = { ...proven, services: services.length };
    await recordAction(client, `account ${account.id}`, { action: 'accounts prove', subject: account.id, detail });
    return { account: { ...account, isNew: asking === null }, key, services: services.slice(0, quota) };
  });
}

/** Adds a proof to the account that asks, or to a new one. */
async function storeProof(client: pg.PoolClient, asking: string | null, proven: AccountProven) {
  const { kind, how, subject, host, endpoint } = proven;
  const id = asking ?? uuidv7();
  const { rows } = await client.query<{ name: string }>(
    `insert into accounts (id, name, service_quota, only_proven) values ($1, $2, $3, true)
      on conflict (id) do update set name = accounts.name returning name`,
    [id, subject, quota],
  );
  const { rows: proofs } = await client.query<{ id: string }>(
    `insert into account_proofs (kind, subject, account_id, host, how, named_by, proven_at)
      values ($1, case when $1 = 'host' or $2 ilike '0x%' then lower($2) else $2 end, $3, $4, $5, $6, clock_timestamp())
      on conflict (account_id, kind, subject) do update set
        host = excluded.host, how = excluded.how, named_by = excluded.named_by, proven_at = excluded.proven_at
      returning id`,
    [kind, subject, id, host, how, endpoint === undefined ? null : endpointDigest(endpoint)],
  );
  return { id, name: rows[0]?.name ?? '', proofId: proofs[0]?.id ?? '' };
}

/** SQL: the proofs, with the services that they may be about. */
const given = `account_proofs as given join services on given.kind = 'host' and (endpoint_host = given.host
    or provider = given.subject and services.account_id = given.account_id)
  or given.kind = 'wallet' and lower(payment_address) = lower(given.subject)`;

/**
 * SQL: the services that a proof decides about, who has them, and from when on they are its account's: at once, or after
 * seven days if the account that has them has proven the host too, or only the wallet was proven.
 */
const decided = `
  select services.id, name, endpoint, services.account_id as holder, given.account_id as heir, given.how,
    given.proven_at + case when services.account_id in ('${operatorAccount}', '${unclaimedAccount}') then interval '0'
      when given.kind = 'wallet' or exists (
        select from account_proofs where account_id = services.account_id and ${isHostProof}
      ) then interval '7 days' else interval '0' end as due_at
  from ${given} where given.id = ${decidingProof()} and created_at < given.proven_at`;

/** Locks the services that a proof may be about, always in the same order, to avoid deadlocks. */
const lockGiven = `select services.id, services.account_id = given.account_id as "isOwn" from ${given}
  where given.id::text = lower($1) and given.account_id = $2 order by services.id for update of services`;

interface GivenService {
  id: string;
  isOwn: boolean;
}

/** Tells the accounts that will lose services to a proof, and takes over those that need no notice. */
async function takeServices(client: pg.PoolClient, accountId: string, proofId: string) {
  const { rows: about } = await client.query<GivenService>(lockGiven, [proofId, accountId]);
  const { rows } = await client.query<{ service: ProvenAccount['services'][number] }>(
    `with decided as (${decided} and given.id = $1), told as (
        insert into webhook_deliveries (account_id, service_id, event)
        select holder, id, jsonb_build_object('type', 'service.handover', 'at', iso_time(now()),
          'service', jsonb_build_object('id', id, 'name', name, 'endpoint', endpoint),
          'proof', how, 'dueAt', iso_time(due_at))
        from decided join webhooks on account_id = holder where holder <> heir and due_at > clock_timestamp()
      )
      select json_strip_nulls(json_build_object('id', id, 'name', name, 'endpoint', endpoint, 'wasYours', holder = heir,
        'yoursFrom', case when holder <> heir and due_at > clock_timestamp() then iso_time(due_at) end)) as service
      from decided order by id`,
    [proofId],
  );
  await verifyServices(
    client,
    about.filter(({ isOwn }) => isOwn),
  );
  await handOver(client, proofId);
  return rows.map(({ service }) => service);
}

/** Determines anew whether locked services are proven to be their accounts', and what they claim of their provider. */
async function verifyServices(client: pg.PoolClient, services: readonly GivenService[]): Promise<void> {
  await client.query(
    `update services set owner_verified = ${ownerProof('services.account_id')}, revision = revision + 1 where id = any ($1)`,
    [services.map(({ id }) => id)],
  );
}

/** Removes a proof of an account, with what follows from it. Returns false if the account has no such proof. */
export function removeAccountProof(database: Database, accountId: string, id: string): Promise<boolean> {
  return inTransaction(database, async (client) => {
    const own = 'account_proofs where id::text = lower($1) and account_id = $2';
    // Locked before its services, as when it is given again.
    const { rowCount } = await client.query(`select from ${own} for update`, [id, accountId]);
    if (rowCount === 0) return false;
    const { rows: about } = await client.query<GivenService>(lockGiven, [id, accountId]);
    await client.query(`delete from ${own}`, [id, accountId]);
    await verifyServices(client, about);
    await recordAction(client, `account ${accountId}`, { action: 'proofs remove', subject: id });
    return true;
  });
}

/** Returns what an account has proven, and the services that will be handed over to it, or by it. */
export async function listAccountProofs(database: Pick<Database, 'query'>, accountId: string): Promise<AccountProofs> {
  const { rows: proofs } = await database.query<AccountProofs['proofs'][number]>(
    `select id, kind, subject, host, iso_time(proven_at) as "provenAt" from account_proofs
      where account_id = $1 order by proven_at, subject`,
    [accountId],
  );
  const { rows: handovers } = await database.query<AccountProofs['handovers'][number]>(
    `select json_build_object('id', id, 'name', name, 'endpoint', endpoint) as service, iso_time(due_at) as "dueAt",
        heir = $1 as "to"
      from (${decided} and given.account_id = $1 union all ${decided} and services.account_id = $1) as decided
      where holder <> heir order by due_at, id limit ${quota}`,
    [accountId],
  );
  return { proofs, handovers };
}

/**
 * Hands over the services whose notice has ended, and forgets old challenges, and proofs that newer ones have replaced.
 * Returns the ids of these services.
 */
export function handOverServices(database: Database): Promise<string[]> {
  return inTransaction(database, async (client) => {
    const ids = await handOver(client);
    await client.query(
      `delete from account_proofs as old using account_proofs as newer
        where (old.kind, old.subject) = (newer.kind, newer.subject) and old.proven_at < newer.proven_at
          and newer.proven_at < now() - interval '7 days'`,
    );
    await client.query(`delete from account_challenges where expires_at < now() - interval '1 day'`);
    return ids;
  });
}

/** Hands over what is due by all proofs, or by one. */
async function handOver(client: pg.PoolClient, proofId?: string): Promise<string[]> {
  const { rows } = await client.query<{ heir: string; ids: string[] }>(
    `select heir, array_agg(id) as ids from (${decided} and given.id = coalesce($1, given.id)) as decided
      where holder <> heir and due_at <= clock_timestamp() group by heir`,
    [proofId ?? null],
  );
  const due = rows.flatMap(({ ids }) => ids);
  await lockServices(client, due);
  for (const { heir, ids } of rows) await assignServices(client, heir, ids);
  return due;
}
