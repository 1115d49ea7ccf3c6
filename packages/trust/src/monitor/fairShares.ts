import { getDomain } from 'tldts';
import type { DueHost, Shares } from '../schedule/dueHosts.js';

/** An account or a domain may have this many times as many running checks as there are free slots. */
const checksPerFreeSlot = 2;

/**
 * Returns the account and the registrable domain of a check. Each customer of a hosting platform has its own domain
 * here.
 */
const holdersOf = ({ accountId, host }: DueHost): string[] => [
  accountId,
  getDomain(host, { allowPrivateDomains: true }) ?? host,
];

interface FairShares extends Shares {
  /** Returns the number of running checks. */
  underWay(): number;
  /** Counts a check as running until the returned function is called. */
  enter(check: DueHost): () => void;
}

/**
 * Shares the slots for checks among accounts and domains. A single one gets two thirds of them. Several get fewer each,
 * so that the next one always finds a free slot, even when the others are slow.
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
      const most = checksPerFreeSlot * (slots - underWay.size);
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
        const most = checksPerFreeSlot * (slots - underWay.size - chosen.length);
        if (holders.some((holder) => (counts.get(holder) ?? 0) >= most)) continue;
        chosen.push(one);
        for (const holder of holders) counts.set(holder, (counts.get(holder) ?? 0) + 1);
      }
      return chosen;
    },
  };
}
