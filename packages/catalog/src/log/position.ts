/** A place in the log: right behind an entry. The log is in the order of transactions and, within one, of numbers. */
export interface Position {
  transaction: bigint;
  number: bigint;
}

export const beginning: Position = { transaction: 0n, number: 0n };

/** Whether the one is further on in the log than the other. */
export const isBehind = (one: Position, other: Position): boolean =>
  one.transaction > other.transaction || (one.transaction === other.transaction && one.number > other.number);

/** A place in the log as it is told to those who follow it from outside: good for one feed only. */
export interface FeedCursor extends Position {
  feed: string;
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
