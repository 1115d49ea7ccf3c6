import type { ServerResponse } from 'node:http';

// A reader that takes a byte now and then keeps others out just as well as one that takes none.
const leastBytes = 65_536;

/** Ends a response, and all that it holds, when it waits for a reader that has taken less than 64 kB in that time. */
export function cutWithoutProgress(response: ServerResponse, milliseconds: number): void {
  let taken = 0;
  const timer = setInterval(() => {
    const { bytesWritten = 0, writableLength = 0 } = response.socket ?? {};
    // What waits in the process counts as written, but nobody has taken it.
    const now = bytesWritten - writableLength;
    if (response.writableNeedDrain && now - taken < leastBytes) response.destroy();
    taken = now;
  }, milliseconds);
  response.once('close', () => clearInterval(timer));
}
