import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  acquireLease,
  advance,
  type Database,
  type Position,
  releaseLease,
  reserveLease,
  touchChangedAfter,
} from '@shirube/catalog';

const reservedSeconds = 20;
const renewMilliseconds = 1_000;
const patienceMilliseconds = 60_000;

/**
 * Runs `work` while no other process works for the follower: the lease holder finishes what it has started and waits.
 * The cursor then moves to the position that `work` returns. If this process dies meanwhile, the follower is delayed by
 * some seconds.
 */
export async function whileLeased(database: Database, follower: string, work: () => Promise<Position>): Promise<void> {
  const lease = { follower, holder: randomUUID() };
  await reserveLease(database, lease, reservedSeconds);
  const deadline = performance.now() + patienceMilliseconds;
  while (!(await acquireLease(database, lease))) {
    if (performance.now() > deadline) throw new Error('the processes that work for it do not finish in time');
    await delay(20);
    await reserveLease(database, lease, reservedSeconds);
  }
  const renewal = setInterval(() => {
    acquireLease(database, lease).catch(() => {});
  }, renewMilliseconds);
  try {
    const position = await work();
    if ((await advance(database, lease, position)) === 'lost') {
      // Another process has worked from the cursor on, perhaps before `work` ended: it does that again.
      await touchChangedAfter(database, position);
      throw new Error('the lease was lost in the meantime');
    }
  } finally {
    clearInterval(renewal);
    await releaseLease(database, lease);
  }
}
