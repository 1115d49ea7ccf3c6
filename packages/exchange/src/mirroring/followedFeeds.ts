import type { Database } from '@shirube/catalog';
import type pg from 'pg';

/** How far the feed of another directory has been taken over. */
export interface FollowedFeed {
  /** Where to go on from; null at the beginning of the feed. */
  cursor: string | null;
  round: number;
  /** Everything that was there has been named in this round. */
  isWhole: boolean;
}

const feedOf = 'select cursor, round, is_whole as "isWhole" from followed_feeds where source = $1';

/** How far the feed of that source has been taken over; undefined when it has never been read. */
export async function findFollowedFeed(database: Database, source: string): Promise<FollowedFeed | undefined> {
  const { rows } = await database.query<FollowedFeed>(feedOf, [source]);
  return rows[0];
}

/** The same for who is about to go on: until the transaction has ended, nobody else does. */
export async function lockFollowedFeed(client: pg.PoolClient, source: string): Promise<FollowedFeed> {
  await client.query('insert into followed_feeds (source) values ($1) on conflict do nothing', [source]);
  const { rows } = await client.query<FollowedFeed>(`${feedOf} for update`, [source]);
  return rows[0] ?? { cursor: null, round: 1, isWhole: false };
}

/** Goes back to the beginning of a feed, since the source does not know the cursor any more. */
export async function startFeedOver(database: Database, source: string, lost: string): Promise<void> {
  // Where another has started over already, it is at another place.
  await database.query(
    `update followed_feeds set cursor = null, round = round + 1, is_whole = false
      where source = $1 and cursor = $2`,
    [source, lost],
  );
}

/** Where a service was taken over from; undefined for one that was registered or imported here, or handed over since. */
export async function findSource(database: Database, id: string): Promise<string | undefined> {
  const { rows } = await database.query<{ source: string }>(
    'select source from mirrored_services where service_id = $1 and not handed_over',
    [id],
  );
  return rows[0]?.source;
}
