import { setTimeout as delay } from 'node:timers/promises';
import { tooManyRequests } from '../httpProblem.js';
import type { WindowCounts } from './windowCounts.js';

/** What may be requested from other hosts on behalf of one caller. */
export interface OutboundBudget {
  caller: string;
  /** Throws 429 if no request to the host is left in this window. */
  require(host: string): void;
  /**
   * Takes a request to the host from the budget. Waits for the next window if none is left; resolves to false if the
   * signal aborts first.
   */
  spend(host: string, signal: AbortSignal): Promise<boolean>;
}

/** Callers of ten hosts at once get all that they may have. */
const totalFactor = 10;

/**
 * Creates a budget for everything that is requested from other hosts because somebody asks for it: `max` requests in a
 * window to one host, as many for one caller, and ten times as many in all. 0 is no limit.
 */
export function createOutboundBudget(counts: WindowCounts, max: number, caller: string): OutboundBudget {
  const limitsOf = (host: string) => [
    { key: `outbound host ${host}`, most: max },
    { key: `outbound ${caller}`, most: max },
    { key: 'outbound', most: totalFactor * max },
  ];
  /** The milliseconds until something is left; undefined if something is. */
  function shortFor(host: string): number | undefined {
    const known = limitsOf(host).map(({ key, most }) => ({ most, ...counts.count(key, 0) }));
    return max === 0 ? undefined : known.find(({ current, most }) => current >= most)?.ttl;
  }
  return {
    caller,
    require(host) {
      const milliseconds = shortFor(host);
      if (milliseconds !== undefined) throw tooManyRequests(Math.ceil(milliseconds / 1000));
    },
    async spend(host, signal) {
      for (let wait = shortFor(host); wait !== undefined; wait = shortFor(host)) {
        const isOver = await delay(wait, false, { signal }).catch(() => true);
        if (isOver) return false;
      }
      for (const { key } of limitsOf(host)) counts.count(key);
      return true;
    },
  };
}
