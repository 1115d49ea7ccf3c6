import type { Verdict } from '@shirube/contracts';

/** The verdicts that a monitor comes to when it is the one that reaches nobody. */
const unreached: ReadonlySet<Verdict> = new Set(['dns', 'timeout', 'refused', 'tls']);
export const isUnreached = (verdict: Verdict): boolean => unreached.has(verdict);

/** What was seen of a host that was well before. */
interface Sighting {
  host: string;
  at: number;
  failed: boolean;
}

/** So many other hosts must have been asked to tell whether it is the host that fails or the monitor. */
export const witnessesNeeded = 3;
const rememberedMs = 120_000;
/** Somebody who answers after so long shows that the others are gone for good, and the monitor is not blind. */
const patienceMs = 3_600_000;

export interface SightOptions {
  /** Called when it turns out that the monitor is blind, once until it sees again. */
  onBlind?: () => void;
  now?: () => number;
}

export type Sight = 'sees' | 'blind' | 'unsure';

/** Whether a monitor that does not reach hosts which it reached before is itself blind: most of them fail at once. */
export function createSight({ onBlind = () => {}, now = Date.now }: SightOptions = {}) {
  const sightings = new Map<string, Sighting>();
  let blindSince: number | undefined;
  let trustedUntil = Number.NEGATIVE_INFINITY;

  function latest(): Sighting[] {
    for (const [host, { at }] of sightings) {
      if (now() - at <= rememberedMs) break;
      sightings.delete(host);
    }
    return [...sightings.values()];
  }

  /** What the hosts that were well say, of those asked since a moment. */
  function judge(since: number, exceptHost?: string): Sight {
    const others = latest().filter(({ host, at }) => at >= since && host !== exceptHost);
    if (others.length < witnessesNeeded) return 'unsure';
    const failed = others.filter((sighting) => sighting.failed).length;
    return failed * 2 > others.length && now() >= trustedUntil ? 'blind' : 'sees';
  }

  return {
    blindSince: () => (blindSince === undefined ? undefined : new Date(blindSince)),
    /** Notes what was seen of a host that was well before. */
    note(host: string, failed: boolean): void {
      // Anew at the end, so that the oldest come first.
      sightings.delete(host);
      sightings.set(host, { host, failed, at: now() });
    },
    /** Whose fault it is that this host was not reached by a check that began then. */
    judgeFailure(host: string, beganAt: number): Sight {
      const sight = judge(beganAt, host);
      if (sight === 'blind' && blindSince === undefined) {
        blindSince = now();
        onBlind();
      }
      return sight;
    },
    /** Called when a host answers: true when the monitor was blind, and sees again. */
    answered(): boolean {
      if (blindSince === undefined) return false;
      const isLong = now() - blindSince > patienceMs;
      if (isLong) trustedUntil = now() + patienceMs;
      const seen = latest();
      if (!isLong && seen.filter(({ failed }) => failed).length * 2 > seen.length) return false;
      blindSince = undefined;
      return true;
    },
  };
}
