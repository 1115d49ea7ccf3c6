import { hash } from 'node:crypto';
import {
  type Database,
  inTransaction,
  lockServices,
  rescheduleChanged,
  resetObserved,
  revenueIn,
} from '@shirube/catalog';
import type { FullService } from '@shirube/contracts';
import type pg from 'pg';
import { fullColumns, importFull, toFullRecord } from '../importing/importFull.js';
import { storeEach } from '../importing/storeEach.js';
import { type FollowedFeed, lockFollowedFeed } from './followedFeeds.js';

/** The content of a part of another directory's feed: the last change of each service. */
export interface FeedPart {
  /** The cursor before this part, and the one after it. */
  since: string | undefined;
  cursor: string;
  /** Services that are new there or have changed. */
  services: readonly FullService[];
  /** Ids of services that were removed there, and of those that exist there but cannot be mirrored. */
  removed: readonly string[];
  leftOut: readonly string[];
  /** Whether this is the end of the feed. */
  isLast: boolean;
}

/** The outcome for a part of the feed. */
export interface TakenChanges {
  added: string[];
  changed: string[];
  removed: string[];
  unchanged: number;
  /** Left unchanged: the service was registered here, or belongs to another source. */
  own: number;
  /** Not restored: the service was removed here. */
  removedHere: number;
  /** Those that the database refuses, each with a sentence for people. */
  refused: { id: string; detail: string }[];
}

interface StateRow {
  id: string;
  is_marked: boolean;
  digest: string | null;
  handed_over: boolean | null;
  is_here: boolean;
  was_removed: boolean;
}

function serviceDigest(service: FullService): string {
  // The host is derived from the endpoint, and did not exist when the first digests were stored.
  const { endpoint_host: _host, ...record } = toFullRecord(service);
  return hash('sha256', JSON.stringify(record));
}

const stateOf = `
  select named.id, mirrored.service_id is not null as is_marked, encode(mirrored.digest, 'hex') as digest,
    mirrored.handed_over, services.id is not null as is_here,
    exists (select from changes where changes.service_id = named.id and type = 'deleted') as was_removed
  from unnest($2::uuid[]) as named (id)
  left join mirrored_services as mirrored on mirrored.source = $1
    and mirrored.key = sha256(convert_to(named.id::text, 'UTF8'))
  left join services on services.id = named.id`;

const changeAll = `
  with batch as (
    select * from json_to_recordset($1) as batch (${fullColumns})
  ), new_categories as (
    insert into categories (id, label) select distinct category, label from batch order by category
    on conflict (id) do nothing
  ), ${rescheduleChanged('batch', 'true')}
  update services set name = batch.name, description = batch.description, endpoint = batch.endpoint,
    endpoint_key = batch.endpoint_key, endpoint_host = batch.endpoint_host, category = batch.category, currency = batch.currency,
    price_per_request = batch.price_per_request, free_quota = batch.free_quota,
    payment_address = batch.payment_address, network = batch.network, chain = batch.chain, details = batch.details,
    trust_score = case when held.trust then services.trust_score else batch.trust_score end,
    status = case when held.status then services.status else batch.status end,
    status_reason = case when held.status or services.status = batch.status then status_reason else 'source' end,
    created_at = batch.created_at, updated_at = batch.updated_at,
    endpoint_since = case
      when services.endpoint_key = batch.endpoint_key then services.endpoint_since
      else clock_timestamp()
    end,
    ${resetObserved('batch.endpoint', 'batch.payment_address', 'batch.chain')},
    total_revenue = ${revenueIn('batch.currency')}
  -- What an operator has set here holds.
  from batch cross join lateral (
    select coalesce(bool_or(status_held), false) as status, coalesce(bool_or(trust_held), false) as trust
    from monitoring where monitoring.service_id = batch.id
  ) as held
  where services.id = batch.id`;

const giveReason = `
  update services set status_reason = 'source' where id = any ($1::uuid[]) and status <> 'unverified'`;

const noteAll = `
  insert into mirrored_services (source, key, service_id, digest, round)
  select $1, sha256(convert_to(id::text, 'UTF8')), id, decode(digest, 'hex'), $4
  from unnest($2::uuid[], $3::text[]) as noted (id, digest)
  on conflict (source, key) do update set digest = excluded.digest, round = excluded.round`;

const stillThere = `
  update mirrored_services set round = $3
  where source = $1 and round <> $3 and service_id = any ($2::uuid[])`;

const removeAll = `
  with gone as (
    update mirrored_services set digest = null
    where source = $1 and not handed_over and service_id = any ($2::uuid[])
    returning service_id
  )
  delete from services where id in (select service_id from gone) returning id`;

const unnamed = 'select service_id as id from mirrored_services where source = $1 and round < $2';

/** Decides what to do with each service of a part. */
function decide(services: readonly FullService[], states: ReadonlyMap<string, StateRow>) {
  const fate = { add: [] as FullService[], change: [] as FullService[] };
  const taken: TakenChanges = {
    added: [],
    changed: [],
    removed: [],
    unchanged: 0,
    own: 0,
    removedHere: 0,
    refused: [],
  };
  for (const service of services) {
    const state = states.get(service.id);
    const isMirrored = state?.is_marked && !state.handed_over;
    if (state?.is_here && !isMirrored) taken.own += 1;
    else if (state?.is_here && state.digest === serviceDigest(service)) taken.unchanged += 1;
    else if (state?.is_here) fate.change.push(service);
    // Removed here by its owner or an operator. If the source removed it, the digest is null and it may be added again.
    else if (state?.was_removed && !(isMirrored && state.digest === null)) taken.removedHere += 1;
    else if (isMirrored && state?.digest !== null) taken.removedHere += 1;
    else fate.add.push(service);
  }
  return { fate, taken };
}

/** Runs a part of a transaction. If it fails, the rest of the transaction can continue without it. */
async function withSavepoint<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('savepoint part');
  try {
    return await work();
  } catch (error) {
    await client.query('rollback to savepoint part');
    throw error;
  }
}

async function removeFromSource(client: pg.PoolClient, source: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(removeAll, [source, ids]);
  return rows.map(({ id }) => id);
}

/**
 * Applies a part of another directory's feed and stores the cursor after it, all or nothing, so that it can be
 * interrupted anywhere. Services keep their ids, times, status and trust. Only services of this source are changed or
 * removed. Returns undefined if the stored cursor has moved, because another process continues the feed.
 */
export function takeChanges(
  database: Database,
  source: string,
  part: FeedPart,
  accountId?: string,
): Promise<TakenChanges | undefined> {
  const ids = [...part.services.map(({ id }) => id), ...part.removed, ...part.leftOut];
  return inTransaction(database, async (client) => {
    const feed = await lockFollowedFeed(client, source);
    if (feed.cursor !== (part.since ?? null)) return undefined;
    await lockServices(client, ids);
    const { rows } = await client.query<StateRow>(stateOf, [source, ids]);
    const { fate, taken } = decide(part.services, new Map(rows.map((row) => [row.id, row])));
    const store = (services: readonly FullService[], write: (some: readonly FullService[]) => Promise<string[]>) =>
      storeEach(
        services,
        (some) => withSavepoint(client, () => write(some)),
        ({ id }, detail) => taken.refused.push({ id, detail }),
      ).then((ids) => ids.flat());
    const added = await store(
      fate.add,
      async (some) => (await importFull(client, some, { restore: true, accountId })).ids,
    );
    taken.own += fate.add.length - added.length - taken.refused.length;
    await client.query(giveReason, [added]);
    const changed = await store(fate.change, async (some) => {
      await client.query(changeAll, [JSON.stringify(some.map((service) => toFullRecord(service)))]);
      return some.map(({ id }) => id);
    });
    const stored = new Set([...added, ...changed]);
    const noted = part.services.filter(({ id }) => stored.has(id));
    await client.query(noteAll, [source, noted.map(({ id }) => id), noted.map(serviceDigest), feed.round]);
    await client.query(stillThere, [source, ids, feed.round]);
    const removed = await removeFromSource(client, source, part.removed);
    const swept = part.isLast && !feed.isWhole ? await sweep(client, source, feed) : [];
    await client.query('update followed_feeds set cursor = $2, is_whole = is_whole or $3 where source = $1', [
      source,
      part.cursor,
      part.isLast,
    ]);
    return {
      ...taken,
      added,
      changed,
      removed: [...removed, ...swept],
    };
  });
}

/** Removes services that the source has not named since it was read from its beginning. */
async function sweep(client: pg.PoolClient, source: string, { round }: FollowedFeed): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(unnamed, [source, round]);
  return removeFromSource(
    client,
    source,
    rows.map(({ id }) => id),
  );
}
