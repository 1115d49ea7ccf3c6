import { setTimeout as delay } from 'node:timers/promises';

const windowMs = 10_000;
const roomMs = 8_000;

/** Waits until enough of the rate limit window is left for a test whose requests must all fall into one window. */
export async function roomInRateWindow(): Promise<void> {
  const left = windowMs - (Date.now() % windowMs);
  if (left < roomMs) await delay(left);
}
