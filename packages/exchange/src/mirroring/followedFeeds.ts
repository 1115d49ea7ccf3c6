import type { Database } from '@shirube/catalog';
import type pg from 'pg';

/** How far the feed of another directory has been mirrored. */
export interface FollowedFeed {
  /** The cursor to continue from; null at the beginning of the feed. */
  cursor: string | null;
  round: number;
  /** Whether every service of the source has been seen in this round. */
  isWhole: boolean;
}

const feedOf = 'select cursor, round, is_whole as "isWhole" from followed_feeds where source = $1';

/** Returns how far the feed of that source has been mirrored; undefined if it has never been read. */
export async function findFollowedFeed(database: Database, source: string): Promise<FollowedFeed | undefined> {
  const { rows } = await database.query<FollowedFeed>(feedOf, [source]);
  return rows[0];
}

/** Does the same for a mirror that is about to continue, and locks the feed until the end of the transaction. */
export async function lockFollowedFeed(client: pg.PoolClient, source: string): Promise<FollowedFeed> {
  await client.query('insert into followed_feeds (source) values ($1) on conflict do nothing', [source]);
  const { rows } = await client.query<FollowedFeed>(`${feedOf} for update`, [source]);
  return rows[0] ?? { cursor: null, round: 1, isWhole: false };
}

/** Goes back to the beginning of a feed, because the source no longer knows the cursor. */
export async function startFeedOver(database: Database, source: string, lost: string): Promise<void> {
  // If another process has already started over, the cursor differs and nothing is updated.
  await database.query(
    `update followed_feeds set cursor = null, round = round + 1, is_whole = false
      where source = $1 and cursor = $2`,
    [source, lost],
  );
}

/** Returns the source of a mirrored service; undefined if it was registered or imported here, or handed over since. */
export async function findSource(database: Database, id: string): Promise<string | undefined> {
  const { rows } = await database.query<{ source: string }>(
    'select source from mirrored_services where service_id = $1 and not handed_over',
    [id],
  );
  return rows[0]?.source;
}
