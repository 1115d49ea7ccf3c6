import { getDomain } from 'tldts';
import type { DueHost, Shares } from '../schedule/dueHosts.js';

/** An account or a domain may have so many times as many checks under way as there is room left. */
const timesTheRoom = 2;

/** The account and the registrable domain of a check; each customer of a platform has a domain of its own. */
const holdersOf = ({ accountId, host }: DueHost): string[] => [
  accountId,
  getDomain(host, { allowPrivateDomains: true }) ?? host,
];

export interface FairShares extends Shares {
  /** How many checks are under way. */
  underWay(): number;
  /** Counts a check as under way until the function that is returned is called. */
  enter(check: DueHost): () => void;
}

/**
 * Shares the checks that may be under way at a time among accounts and domains. One that is alone has two thirds of them;
 * several have less each, so that there is always room for whoever comes next, however slow the others are.
 */
export function createFairShares(slots: number): FairShares {
  const underWay = new Set<DueHost>();

  function counted(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const holder of [...underWay].flatMap(holdersOf)) counts.set(holder, (counts.get(holder) ?? 0) + 1);
    return counts;
  }

  return {
    underWay: () => underWay.size,
    enter(check) {
      underWay.add(check);
      return () => void underWay.delete(check);
    },
    fullAccounts() {
      const counts = counted();
      const most = timesTheRoom * (slots - underWay.size);
      return [...new Set([...underWay].map(({ accountId }) => accountId))].filter(
        (account) => (counts.get(account) ?? 0) >= most,
      );
    },
    choose(due, limit) {
      const counts = counted();
      const chosen: DueHost[] = [];
      for (const one of due) {
        if (chosen.length >= limit) break;
        const holders = holdersOf(one);
        const most = timesTheRoom * (slots - underWay.size - chosen.length);
        if (holders.some((holder) => (counts.get(holder) ?? 0) >= most)) continue;
        chosen.push(one);
        for (const holder of holders) counts.set(holder, (counts.get(holder) ?? 0) + 1);
      }
      return chosen;
    },
  };
}
