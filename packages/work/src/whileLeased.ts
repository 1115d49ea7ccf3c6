import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { acquireLease, advance, type Database, type Position, releaseLease, reserveLease } from '@shirube/catalog';

const reservedSeconds = 20;
const renewMilliseconds = 1_000;
const patienceMilliseconds = 60_000;

/**
 * Runs `work` while nobody else works for the follower: its holder finishes what it has in hand and waits. The cursor
 * stands where `work` says afterwards. A process that dies in here delays the follower by some seconds.
 */
export async function whileLeased(database: Database, follower: string, work: () => Promise<Position>): Promise<void> {
  const lease = { follower, holder: randomUUID() };
  await reserveLease(database, lease, reservedSeconds);
  const deadline = performance.now() + patienceMilliseconds;
  while (!(await acquireLease(database, lease))) {
    if (performance.now() > deadline) throw new Error('those who work for it do not finish what they have begun');
    await delay(20);
    await reserveLease(database, lease, reservedSeconds);
  }
  const renewal = setInterval(() => {
    acquireLease(database, lease).catch(() => {});
  }, renewMilliseconds);
  try {
    const position = await work();
    if ((await advance(database, lease, position)) === 'lost') throw new Error('the lease was lost meanwhile');
  } finally {
    clearInterval(renewal);
    await releaseLease(database, lease);
  }
}
