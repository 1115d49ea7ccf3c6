import { mainNode } from '@shirube/contracts';
import type { Database } from '../database.js';
import type { Position } from './position.js';

/** Returns the name of the follower of a search node. */
export const nodeFollower = (node: string): string => `search:${node}`;

/** A lease ends when it is released. If its holder dies and does not renew it, it expires after this time. */
const leaseSeconds = 5;

export interface Lease {
  follower: string;
  holder: string;
}

/**
 * Acquires the lease of a follower, which is created if needed. Returns its cursor and whether that was ever moved;
 * undefined if another process holds or has reserved the lease.
 */
export async function acquireLease(
  database: Database,
  { follower, holder }: Lease,
): Promise<{ cursor: Position; isStarted: boolean } | undefined> {
  const { rows } = await database.query<{ transaction: string; number: string; started: boolean }>({
    name: 'acquire-lease',
    text: `
      insert into followers as known (name, holder, leased_until)
      values ($1, $2, clock_timestamp() + make_interval(secs => $3))
      on conflict (name) do update
        set holder = excluded.holder, leased_until = excluded.leased_until, seen_at = clock_timestamp(),
          reserved_until = case when known.reserved_for = excluded.holder then '-infinity' else known.reserved_until end
        where (known.leased_until < clock_timestamp() or known.holder = excluded.holder)
          and (known.reserved_until < clock_timestamp() or known.reserved_for = excluded.holder)
      returning transaction_id::text as transaction, number, started`,
    values: [follower, holder, leaseSeconds],
  });
  const [row] = rows;
  return (
    row && {
      cursor: { transaction: BigInt(row.transaction), number: BigInt(row.number) },
      isStarted: row.started,
    }
  );
}

/** The state of a lease: still held, wanted by another process for a moment, or lost. */
export type LeaseState = 'held' | 'wanted' | 'lost';

const stateOf = (row: { wanted: boolean } | undefined): LeaseState => (row ? (row.wanted ? 'wanted' : 'held') : 'lost');

/** Extends a lease by `leaseSeconds`. An expired lease that nobody has taken is renewed, too. */
export async function renewLease(database: Database, { follower, holder }: Lease): Promise<LeaseState> {
  const { rows } = await database.query<{ wanted: boolean }>({
    name: 'renew-lease',
    text: `update followers
      set leased_until = clock_timestamp() + make_interval(secs => $3), seen_at = clock_timestamp()
      where name = $1 and holder = $2 returning reserved_until > clock_timestamp() as wanted`,
    values: [follower, holder, leaseSeconds],
  });
  return stateOf(rows[0]);
}

/** The Postgres channel that announces, by its follower, that the index of a search node has advanced. */
export const advancedChannel = 'shirube_advanced';

/**
 * Moves the cursor of the follower if the caller still holds the lease. This also renews the lease. Only the progress of
 * an index is announced: nobody waits for the other followers.
 */
export async function advance(
  database: Database,
  { follower, holder }: Lease,
  { transaction, number }: Position,
): Promise<LeaseState> {
  const { rows } = await database.query<{ wanted: boolean }>({
    name: 'advance',
    text: `with moved as (
        update followers
        set transaction_id = $3, number = $4, started = true, leased_until = clock_timestamp() + make_interval(secs => $5),
          seen_at = clock_timestamp()
        where name = $1 and holder = $2 returning reserved_until > clock_timestamp() as wanted
      )
      select wanted, case when starts_with($1, '${nodeFollower('')}') then pg_notify('${advancedChannel}', $1) end from moved`,
    values: [follower, holder, String(transaction), String(number), leaseSeconds],
  });
  return stateOf(rows[0]);
}

/** Releases a lease, so that another process need not wait until it expires. */
export async function releaseLease(database: Database, { follower, holder }: Lease): Promise<void> {
  await database.query(
    `update followers set holder = null, leased_until = '-infinity' where name = $1 and holder = $2`,
    [follower, holder],
  );
}

/** Ends the lease of a follower whose holder is known to be dead, so that nobody waits until it expires. */
export async function endLease(database: Database, follower: string): Promise<void> {
  await database.query(
    `update followers set holder = null, leased_until = '-infinity', reserved_until = '-infinity' where name = $1`,
    [follower],
  );
}

/** Reserves the next lease of a follower for some seconds: its holder releases it, and nobody else takes it. */
export async function reserveLease(database: Database, { follower, holder }: Lease, seconds: number): Promise<void> {
  await database.query(
    `insert into followers as known (name, reserved_for, reserved_until)
      values ($1, $2, clock_timestamp() + make_interval(secs => $3))
      on conflict (name) do update set reserved_for = excluded.reserved_for, reserved_until = excluded.reserved_until
        where known.reserved_until < clock_timestamp() or known.reserved_for = excluded.reserved_for`,
    [follower, holder, seconds],
  );
}

/**
 * Moves the cursor of a follower, by default of the node main, to the end of the log, because it needs no earlier
 * entries.
 */
export async function skipToEnd(database: Database, follower = nodeFollower(mainNode)): Promise<void> {
  await database.query(
    `update followers set started = true, (transaction_id, number) = (
        select transaction_id, number from changes order by transaction_id desc, number desc limit 1
      ) where name = $1 and exists (select from changes)`,
    [follower],
  );
}
