/** A place in the feed of changes: right behind a change of that feed. Transactions and numbers are 64 bits long. */
export interface FeedCursor {
  feed: string;
  transaction: bigint;
  number: bigint;
}

const form = /^([0-9a-f]{8})\.(\d{1,19})\.(\d{1,18})$/;

/** A cursor as clients get it, who pass it on and need not look into it. */
export const writeFeedCursor = ({ feed, transaction, number }: FeedCursor): string =>
  `${feed}.${transaction}.${number}`;

/** Reads a cursor; undefined when the text is none. */
export function readFeedCursor(text: string): FeedCursor | undefined {
  const [, feed, transaction, number] = form.exec(text) ?? [];
  if (feed === undefined || transaction === undefined || number === undefined) return undefined;
  return { feed, transaction: BigInt(transaction), number: BigInt(number) };
}

/** Whether the one is further on in the feed than the other. */
export const isBehindCursor = (one: FeedCursor, other: FeedCursor): boolean =>
  one.transaction > other.transaction || (one.transaction === other.transaction && one.number > other.number);
