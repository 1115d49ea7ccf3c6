import {
  type CheckPolicy,
  type ClaimedCheck,
  callWitnesses,
  type Database,
  declaredTerms,
  leaveHostAlone,
  postponeCheck,
  settleCheck,
} from '@shirube/catalog';
import type { GuardedRequest } from '@shirube/outbound';
import type { Log } from '@shirube/service-kit';
import { checkEndpoint, type Seen } from './checkEndpoint.js';
import type { MonitorMetrics } from './monitorMetrics.js';
import { type createSight, isUnreached, witnessesNeeded } from './sight.js';

export interface CheckerOptions {
  database: Database;
  request: GuardedRequest;
  userAgent: () => string;
  policy: CheckPolicy;
  sight: ReturnType<typeof createSight>;
  metrics: MonitorMetrics;
  enqueue: (ids: readonly string[]) => void;
  /** Called when a check of a service was recorded. */
  onChecked: (id: string) => void;
  log: Log;
  signal: AbortSignal;
}

/** A host that fails though it was well waits so long for what other hosts say. Less than a claim lasts. */
const suspenseMs = 30_000;
const lookAgainMs = 250;
const calledEveryMs = 30_000;
/** After so long a service is due again that could not be judged. */
const blindRetrySeconds = 60;
/** What only the monitor's own network can be guilty of. */
const ownFaults = new Set(['no_answer', 'no_route']);

/** Makes the function that checks a claimed service and settles the claim, whatever happens. */
export function createChecker({
  database,
  request,
  userAgent,
  policy,
  sight,
  metrics,
  enqueue,
  onChecked,
  log,
  signal,
}: CheckerOptions) {
  let calledAt = Number.NEGATIVE_INFINITY;

  /** Whether it is the host that was not reached, or the monitor that reaches nobody. */
  async function isOwnFault(claimed: ClaimedCheck, { check }: Seen): Promise<boolean> {
    const { host, wasWell } = claimed;
    if (!isUnreached(check.verdict)) {
      if (wasWell) sight.note(host, false);
      if (sight.answered()) log.warn({}, 'the monitor sees again, and judges');
      return false;
    }
    if (wasWell) sight.note(host, true);
    if (sight.blindSince() !== undefined) return true;
    if (!wasWell) return false;
    const beganAt = check.checkedAt.getTime();
    const end = Date.now() + suspenseMs;
    let found = sight.judgeFailure(host, beganAt);
    let witnesses = witnessesNeeded;
    if (found === 'unsure' && Date.now() - calledAt > calledEveryMs) {
      calledAt = Date.now();
      witnesses = await callWitnesses(database, [host], witnessesNeeded);
    }
    // Where there is nobody else to ask there is nothing to wait for.
    while (found === 'unsure' && witnesses >= witnessesNeeded && Date.now() < end && !signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
      found = sight.judgeFailure(host, beganAt);
    }
    // Who is stopped before it is sure does not judge.
    if (signal.aborted && found === 'unsure') return true;
    return found === 'blind' || (found === 'unsure' && ownFaults.has(check.detail ?? ''));
  }

  async function settle(claimed: ClaimedCheck, seen: Seen): Promise<void> {
    if (seen.optedOut) {
      const changed = await leaveHostAlone(database, claimed);
      enqueue(changed);
      log.info({ host: claimed.host }, 'the host does not want to be checked');
      return;
    }
    if (await isOwnFault(claimed, seen)) {
      metrics.unjudged();
      await postponeCheck(database, claimed, Math.min(blindRetrySeconds, policy.intervalSeconds));
      return;
    }
    const { recorded, status, isChanged } = await settleCheck(database, claimed, seen.check, policy);
    if (!recorded) return;
    metrics.checked(
      seen.check.verdict,
      seen.check.httpStatus === undefined ? undefined : seen.check.durationMs,
    );
    onChecked(claimed.serviceId);
    if (status) metrics.changed(status);
    if (isChanged) enqueue([claimed.serviceId]);
  }

  /** An answer that cannot be judged, whatever the fault is, is a check that has failed: nobody escapes by it. */
  async function look(claimed: ClaimedCheck): Promise<Seen> {
    const { network, payTo, price, currency } = claimed;
    const declared = { ...declaredTerms(claimed), network, payTo, price, currency };
    try {
      return await checkEndpoint({
        request,
        userAgent: userAgent(),
        endpoint: claimed.endpoint,
        declared,
        method: claimed.method,
        signal,
      });
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, host: claimed.host }, 'an answer could not be judged');
      const check = {
        checkedAt: new Date(),
        verdict: 'bad_challenge',
        detail: 'unreadable',
        declared,
      } as const;
      return { check: { ...check, observed: {} }, optedOut: false };
    }
  }

  return {
    async check(claimed: ClaimedCheck): Promise<void> {
      try {
        const seen = await look(claimed);
        // A check that was broken off says nothing: it is made again.
        if (signal.aborted) await postponeCheck(database, claimed, 0);
        else await settle(claimed, seen);
      } catch (error) {
        // Its host is free for others meanwhile.
        await postponeCheck(database, claimed, blindRetrySeconds).catch(() => {});
        throw error;
      }
    },
  };
}
