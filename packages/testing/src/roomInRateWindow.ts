import { setTimeout as delay } from 'node:timers/promises';

const windowMs = 10_000;
const roomMs = 4_000;

/** Waits until enough of the window in which requests are counted is left for a test that counts on being in one. */
export async function roomInRateWindow(): Promise<void> {
  const left = windowMs - (Date.now() % windowMs);
  if (left < roomMs) await delay(left);
}
