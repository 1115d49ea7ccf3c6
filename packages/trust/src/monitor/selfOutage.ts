import { operatorAccount } from '@shirube/catalog';
import type { Verdict } from '@shirube/domain';
import { getDomain } from 'tldts';

/** The verdicts that also occur when the monitor itself is offline. */
const unreached: ReadonlySet<Verdict> = new Set(['dns', 'timeout', 'refused', 'tls']);
export const isUnreached = (verdict: Verdict): boolean => unreached.has(verdict);

/** The host of a check, and the account of its service. */
export interface CheckedHost {
  host: string;
  accountId: string;
}

/**
 * How many independent accounts and domains must have been checked to tell an outage of the host from one of the
 * monitor.
 */
export const othersNeeded = 3;
const rememberedMs = 120_000;
/** A response after this long shows that the other hosts are gone for good, and that the monitor is not offline. */
const patienceMs = 3_600_000;

/** Who may be behind a host. */
interface Party {
  /** The registrable domain. Customers of a hosting platform share its domain, because they fail together with it. */
  domain: string;
  /**
   * The account, because its owner controls what fails. For services of the operator each domain is a separate party.
   */
  account: string;
}

function partyOf({ host, accountId }: CheckedHost): Party {
  const domain = getDomain(host) ?? host;
  return { domain, account: accountId === operatorAccount ? domain : accountId };
}

const isApart = (one: Party, other: Party): boolean => one.domain !== other.domain && one.account !== other.account;

/** Returns the parties that share neither account nor domain with an earlier one. */
function independent<One extends Party>(parties: readonly One[]): One[] {
  const domains = new Set<string>();
  const accounts = new Set<string>();
  return parties.filter(({ domain, account }) => {
    if (domains.has(domain) || accounts.has(account)) return false;
    domains.add(domain);
    accounts.add(account);
    return true;
  });
}

/** Picks candidates that are independent of the failed host and of each other, as many as are needed for a decision. */
export function pickOthers<One extends CheckedHost>(candidates: readonly One[], failed: CheckedHost): One[] {
  const parties = candidates.map((one) => ({ one, ...partyOf(one) }));
  const others = parties.filter((party) => isApart(party, partyOf(failed)));
  return independent(others)
    .slice(0, othersNeeded)
    .map(({ one }) => one);
}

/** The latest result for a host that was well before. */
interface Sighting extends Party {
  at: number;
  failed: boolean;
}

interface SelfOutageOptions {
  /** Called once when the monitor turns out to be offline, and not again until it was online. */
  onOffline?: () => void;
  now?: () => number;
}

export type Standing = 'online' | 'offline' | 'unsure';

/** Detects whether a monitor is itself offline: most of the hosts that it reached before fail at the same time. */
export function createSelfOutage({ onOffline = () => {}, now = Date.now }: SelfOutageOptions = {}) {
  const sightings = new Map<string, Sighting>();
  let offlineSince: number | undefined;
  let trustedUntil = Number.NEGATIVE_INFINITY;

  function latest(): Sighting[] {
    for (const [host, { at }] of sightings) {
      if (now() - at <= rememberedMs) break;
      sightings.delete(host);
    }
    return [...sightings.values()];
  }

  const mostFail = (results: readonly Sighting[]): boolean =>
    independent(results.filter(({ failed }) => failed)).length >
    independent(results.filter(({ failed }) => !failed)).length;

  return {
    offlineSince: () => (offlineSince === undefined ? undefined : new Date(offlineSince)),
    /** Records the result for a host that was well before. */
    note(checked: CheckedHost, failed: boolean): void {
      // Inserted again at the end, so that the oldest come first.
      sightings.delete(checked.host);
      sightings.set(checked.host, { ...partyOf(checked), failed, at: now() });
    },
    /**
     * Tells whether the host or the monitor is at fault when a check that began at `beganAt` failed, from the results
     * for other hosts since then.
     */
    judgeFailure(failed: CheckedHost, beganAt: number): Standing {
      const party = partyOf(failed);
      const others = latest().filter((one) => one.at >= beganAt && isApart(one, party));
      if (independent(others).length < othersNeeded) return 'unsure';
      if (!mostFail(others) || now() < trustedUntil) return 'online';
      if (offlineSince === undefined) {
        offlineSince = now();
        onOffline();
      }
      return 'offline';
    },
    /** Called when a host responds; `isCanary` if the operator vouches for it. Returns true if this ends the outage. */
    answered(isCanary = false): boolean {
      if (offlineSince === undefined) return false;
      const isLong = now() - offlineSince > patienceMs;
      if (isLong) trustedUntil = now() + patienceMs;
      if (!isCanary && !isLong && mostFail(latest())) return false;
      offlineSince = undefined;
      return true;
    },
  };
}
