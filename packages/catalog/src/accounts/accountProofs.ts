import type { AccountProofs, ProvenAccount, SignUpRequest } from '@shirube/contracts';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { recordAction } from '../admin/auditLog.js';
import { type Database, inTransaction } from '../database.js';
import { createKey, isLiveKey } from '../keys/apiKeys.js';
import { endpointDigest } from '../services/endpointDigest.js';
import { inIdOrder } from '../services/lockServices.js';
import { assignServices } from './accountServices.js';
import { operatorAccount, unclaimedAccount } from './accounts.js';
import { isHostProof, ownerProof } from './ownerProof.js';

/** A challenge to prove that a host or a wallet is one's own. */
export interface AccountChallengeRow {
  id: string;
  /** Who asks, if it is somebody with a key. */
  accountId: string | null;
  asked: SignUpRequest;
  token: string;
  /** What a wallet signs. */
  message: string;
  expiresAt: Date;
  state: 'live' | 'used' | 'expired';
}

/** However many ask: more would only fill the disk. */
const maxLive = 10_000;
/** Of one network. The oldest makes room for the newest, so that nobody keeps others out. */
const maxLivePerNetwork = 50;
const quota = 200;

const isLive = `used_at is null and account_challenges.expires_at > now()
  and (key_id is null or exists (select from api_keys where api_keys.id = key_id and ${isLiveKey}))`;
const columns = `id, account_id as "accountId", token, message, expires_at as "expiresAt",
  json_strip_nulls(json_build_object('url', url, 'paymentAddress', payment_address, 'network', network)) as asked,
  case when used_at is not null then 'used' when ${isLive} then 'live' else 'expired' end as state`;

/** Stores a challenge, and who asks: from which network, and with which key. Returns undefined if there are too many. */
export async function storeAccountChallenge(
  database: Pick<Database, 'query'>,
  { asked, token, message, expiresAt }: Omit<AccountChallengeRow, 'id' | 'accountId' | 'state'>,
  { network, keyId }: { network: string; keyId?: string | undefined },
): Promise<AccountChallengeRow | undefined> {
  const { rows } = await database.query<AccountChallengeRow>(
    `with crowded as (
        delete from account_challenges where id in (
          select id from account_challenges where asked_from = $6 and expires_at > now()
          order by id desc offset ${maxLivePerNetwork - 1}
        )
      )
      insert into account_challenges
        (id, url, payment_address, network, token, message, expires_at, asked_from, key_id, account_id)
      select $1, $2::json ->> 'url', $2::json ->> 'paymentAddress', $2::json ->> 'network', $3, $4, $5, $6, $7,
        (select account_id from api_keys where id = $7)
      where (select count(*) from account_challenges where expires_at > now()) < ${maxLive}
      returning ${columns}`,
    [uuidv7(), asked, token, message, expiresAt, network, keyId ?? null],
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

/** Returns a few listed endpoints that say that they are paid at an address. */
export async function endpointsPaidAt(database: Pick<Database, 'query'>, address: string): Promise<string[]> {
  const { rows } = await database.query<{ endpoint: string }>(
    `select endpoint from services where lower(payment_address) = lower($1) order by trust_score desc, id limit 3`,
    [address],
  );
  return rows.map(({ endpoint }) => endpoint);
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
 * returns that with a new key, and the services that the proof is about. Returns 'used' if the challenge is no longer
 * valid.
 */
export async function redeemAccountChallenge(
  database: Database,
  { id, accountId: asking }: AccountChallengeRow,
  proven: AccountProven,
): Promise<ProvenAccount | 'used'> {
  const proved = await inTransaction(database, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtext('shirube proof ' || $1))`, [proven.host]);
    const { rows } = await client.query<{ keyExpiresAt: Date | null }>(
      `update account_challenges set used_at = now() where id = $1 and ${isLive}
        returning (select expires_at from api_keys where id = key_id) as "keyExpiresAt"`,
      [id],
    );
    const [used] = rows;
    if (!used) return undefined;
    const account = await storeProof(client, asking, proven);
    const { key } = await createKey(client, {
      name: `proof of ${proven.subject}`.slice(0, 100),
      scopes: ['services:write'],
      accountId: account.id,
      // A key that expires must not create one that does not.
      expiresAt: used.keyExpiresAt ?? undefined,
    });
    const services = await takeServices(client, account.id, proven);
    const detail = { ...proven, services: services.length };
    await recordAction(client, `account ${account.id}`, { action: 'accounts prove', subject: account.id, detail });
    return { account: { ...account, isNew: asking === null }, key, services: services.slice(0, quota) };
  });
  if (!proved) return 'used';
  // Services that were registered meanwhile did not see the proof yet.
  await inTransaction(database, (client) => takeServices(client, proved.account.id, proven));
  return proved;
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
  await client.query(
    `insert into account_proofs (kind, subject, account_id, host, how, named_by, proven_at)
      values ($1, case when $1 = 'host' or $2 ilike '0x%' then lower($2) else $2 end, $3, $4, $5, $6, clock_timestamp())
      on conflict (account_id, kind, subject) do update set
        host = excluded.host, how = excluded.how, named_by = excluded.named_by, proven_at = excluded.proven_at`,
    [kind, subject, id, host, how, endpoint === undefined ? null : endpointDigest(endpoint)],
  );
  return { id, name: rows[0]?.name ?? '' };
}

/**
 * Announces the services that a proof is about to its account, and hands over at once what needs no notice: only if their
 * account has proven the host too, or the wallet alone was proven, that account is told seven days before.
 */
async function takeServices(client: pg.PoolClient, accountId: string, { kind, subject, host, how }: AccountProven) {
  const { rows } = await client.query<{ service: ProvenAccount['services'][number] }>(
    `with concerned as (
        select id, name, endpoint, account_id as holder, case when account_id <> all ($2) and ($3 = 'wallet'
            or exists (select from account_proofs where account_id = services.account_id and ${isHostProof()})
          ) then now() + interval '7 days' else now() end as due_at
        from services where ${kind === 'host' ? 'endpoint_host = $4' : 'lower(payment_address) = lower($4)'}
          and ${ownerProof('$1')} is not null
      ), announced as (
        insert into handovers (service_id, account_id, due_at) select id, $1, due_at from concerned
        on conflict (service_id) do update set account_id = $1, due_at = excluded.due_at
          where handovers.account_id <> $1 or excluded.due_at < handovers.due_at
        returning service_id as id, handovers.due_at
      ), told as (
        insert into webhook_deliveries (account_id, service_id, event)
        select holder, id, jsonb_build_object('type', 'service.handover', 'at', iso_time(now()),
          'service', jsonb_build_object('id', id, 'name', name, 'endpoint', endpoint),
          'proof', $5::text, 'dueAt', iso_time(announced.due_at))
        from announced join concerned using (id) join webhooks on account_id = holder where announced.due_at > now()
      )
      select json_strip_nulls(json_build_object('id', id, 'name', name, 'endpoint', endpoint, 'wasYours', holder = $1,
        'yoursFrom', iso_time(nullif(coalesce(announced.due_at, handovers.due_at), now())))) as service
      from concerned left join announced using (id) left join handovers on service_id = id order by id`,
    [accountId, [accountId, operatorAccount, unclaimedAccount], kind, kind === 'host' ? host : subject, how],
  );
  await handOver(client, accountId);
  // The index has to learn what all services of the account claim by a proof of the domain of their provider.
  await client.query(
    `with locked as (${inIdOrder('account_id = $1 and provider = lower($2)')})
      update services set revision = revision + 1 from locked where services.id = locked.id`,
    [accountId, subject],
  );
  return rows.map(({ service }) => service);
}

/** Removes a proof of an account, with what follows from it. Returns false if the account has no such proof. */
export function removeAccountProof(database: Database, accountId: string, id: string): Promise<boolean> {
  return inTransaction(database, async (client) => {
    const { rows } = await client.query<Pick<AccountProven, 'kind' | 'host'>>(
      'delete from account_proofs where id::text = lower($1) and account_id = $2 returning kind, host',
      [id, accountId],
    );
    const [removed] = rows;
    if (!removed) return false;
    await client.query(
      `update services set owner_verified = ${ownerProof('services.account_id')},
          revision = revision + (account_id = $1 and provider = $3)::int
        where $2 = 'host' and endpoint_host = $3 or account_id = $1 and (owner_verified is not null or provider = $3)`,
      [accountId, removed.kind, removed.host],
    );
    await client.query(
      `delete from handovers using services
        where handovers.account_id = $1 and service_id = services.id and ${ownerProof('handovers.account_id')} is null`,
      [accountId],
    );
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
    return handOver(client);
  });
}

/** Hands over what is due to all accounts, or to one, if its proof still decides. */
async function handOver(client: pg.PoolClient, to?: string): Promise<string[]> {
  const { rows } = await client.query<{ account: string; ids: string[] }>(
    `with due as (
        delete from handovers where due_at <= now() and account_id = coalesce($1, account_id) returning service_id, account_id
      )
      select due.account_id as account, array_agg(id order by id) as ids from due join services on id = service_id
        where ${ownerProof('due.account_id')} is not null group by due.account_id`,
    [to ?? null],
  );
  for (const { account, ids } of rows) await assignServices(client, account, ids);
  return rows.flatMap(({ ids }) => ids);
}
