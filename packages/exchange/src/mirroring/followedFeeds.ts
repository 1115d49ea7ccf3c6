import type { Database } from '@shirube/catalog';
import type pg from 'pg';

/** How far the feed of another directory has been taken over. */
export interface FollowedFeed {
  /** Where to go on from; undefined at the beginning of the feed. */
  cursor: string | undefined;
  round: number;
  /** Everything that was there has been named in this round. */
  isWhole: boolean;
}

interface FeedRow {
  cursor: string | null;
  round: number;
  is_whole: boolean;
}

const toFeed = ({ cursor, round, is_whole }: FeedRow): FollowedFeed => ({
  cursor: cursor ?? undefined,
  round,
  isWhole: is_whole,
});

/** How far the feed of that source has been taken over; undefined when it has never been read. */
export async function findFollowedFeed(database: Database, source: string): Promise<FollowedFeed | undefined> {
  const { rows } = await database.query<FeedRow>(
    'select cursor, round, is_whole from followed_feeds where source = $1',
    [source],
  );
  return rows[0] && toFeed(rows[0]);
}

/** The same for who is about to go on: until the transaction has ended, nobody else does. */
export async function lockFollowedFeed(client: pg.PoolClient, source: string): Promise<FollowedFeed> {
  await client.query('insert into followed_feeds (source) values ($1) on conflict do nothing', [source]);
  const { rows } = await client.query<FeedRow>(
    'select cursor, round, is_whole from followed_feeds where source = $1 for update',
    [source],
  );
  return toFeed(rows[0] ?? { cursor: null, round: 1, is_whole: false });
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
