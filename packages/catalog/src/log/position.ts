/** A position in the log, right after an entry. The log is ordered by transaction and, within one, by number. */
export interface Position {
  transaction: bigint;
  number: bigint;
}

export const beginning: Position = { transaction: 0n, number: 0n };

/** Whether `one` is after `other` in the log. */
export const isAfter = (one: Position, other: Position): boolean =>
  one.transaction > other.transaction || (one.transaction === other.transaction && one.number > other.number);

/** A position in the log for external followers. It is valid for one feed only. */
export interface FeedCursor extends Position {
  feed: string;
}

const form = /^([0-9a-f]{8})\.(\d{1,19})\.(\d{1,18})$/;

/** Formats a cursor for clients, to whom it is opaque. */
export const writeFeedCursor = ({ feed, transaction, number }: FeedCursor): string =>
  `${feed}.${transaction}.${number}`;

/** Parses a cursor; undefined if the text is malformed. */
export function readFeedCursor(text: string): FeedCursor | undefined {
  const [, feed, transaction, number] = form.exec(text) ?? [];
  if (feed === undefined || transaction === undefined || number === undefined) return undefined;
  return { feed, transaction: BigInt(transaction), number: BigInt(number) };
}
