import { operatorAccount } from '@shirube/catalog';
import type { Verdict } from '@shirube/contracts';
import { getDomain } from 'tldts';

/** The verdicts that a monitor comes to when it is the one that reaches nobody. */
const unreached: ReadonlySet<Verdict> = new Set(['dns', 'timeout', 'refused', 'tls']);
export const isUnreached = (verdict: Verdict): boolean => unreached.has(verdict);

/** Where a check goes, and whose service it is. */
export interface Asked {
  host: string;
  accountId: string;
}

/** So many other accounts and domains must have been asked to tell whether it is the host that fails or the monitor. */
export const othersNeeded = 3;
const rememberedMs = 120_000;
/** Somebody who answers after so long shows that the others are gone for good, and the monitor is not offline. */
const patienceMs = 3_600_000;

/** Who may be behind a host. */
interface Party {
  /** Its registrable domain. All customers of a platform have that of the platform, with which they fail together. */
  domain: string;
  /** Its account, which may choose what fails. What the operator has registered is as many parties as domains. */
  account: string;
}

function partyOf({ host, accountId }: Asked): Party {
  const domain = getDomain(host) ?? host;
  return { domain, account: accountId === operatorAccount ? domain : accountId };
}

const isApart = (one: Party, other: Party): boolean => one.domain !== other.domain && one.account !== other.account;

/** Those that have neither account nor domain in common with each other, the first of several. */
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

/** Some of these that are independent of a host and of each other, as many as are needed to tell. */
export function pickOthers<One extends Asked>(candidates: readonly One[], failed: Asked): One[] {
  const parties = candidates.map((one) => ({ one, ...partyOf(one) }));
  const others = parties.filter((party) => isApart(party, partyOf(failed)));
  return independent(others)
    .slice(0, othersNeeded)
    .map(({ one }) => one);
}

/** What was seen of a host that was well before. */
interface Sighting extends Party {
  at: number;
  failed: boolean;
}

export interface SelfOutageOptions {
  /** Called when it turns out that the monitor is offline, once until it is online again. */
  onOffline?: () => void;
  now?: () => number;
}

export type Standing = 'online' | 'offline' | 'unsure';

/** Whether a monitor that does not reach hosts which it reached before is itself offline: most of them fail at once. */
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

  const mostFail = (seen: readonly Sighting[]): boolean =>
    independent(seen.filter(({ failed }) => failed)).length > independent(seen.filter(({ failed }) => !failed)).length;

  return {
    offlineSince: () => (offlineSince === undefined ? undefined : new Date(offlineSince)),
    /** Notes what was seen of a host that was well before. */
    note(asked: Asked, failed: boolean): void {
      // Anew at the end, so that the oldest come first.
      sightings.delete(asked.host);
      sightings.set(asked.host, { ...partyOf(asked), failed, at: now() });
    },
    /** Whose fault it is that this host was not reached by a check that began then: what the others say that were asked since. */
    judgeFailure(failed: Asked, beganAt: number): Standing {
      const party = partyOf(failed);
      const others = latest().filter((seen) => seen.at >= beganAt && isApart(seen, party));
      if (independent(others).length < othersNeeded) return 'unsure';
      if (!mostFail(others) || now() < trustedUntil) return 'online';
      if (offlineSince === undefined) {
        offlineSince = now();
        onOffline();
      }
      return 'offline';
    },
    /** Called when a host answers, `isCanary` when it is one that the operator vouches for: true when the outage has ended. */
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
