import type { Database } from '@shirube/catalog';
import { type GuardedRequest, RequestFault } from '@shirube/outbound';
import type { Log } from '@shirube/service-kit';
import { takeAddressTurn } from '../schedule/addressTurns.js';
import { callCanaries, listCanaries } from '../schedule/canaries.js';
import type { ClaimedCheck } from '../schedule/claimChecks.js';
import {
  type CheckPolicy,
  declaredTerms,
  leaveHostAlone,
  postponeCheck,
  settleCheck,
} from '../schedule/settleCheck.js';
import type { Canaries } from './canaries.js';
import { checkEndpoint, type Seen } from './checkEndpoint.js';
import type { MonitorMetrics } from './monitorMetrics.js';
import { type createSelfOutage, isUnreached, othersNeeded, pickOthers } from './selfOutage.js';

export interface CheckerOptions {
  database: Database;
  request: GuardedRequest;
  userAgent: () => string;
  policy: CheckPolicy;
  selfOutage: ReturnType<typeof createSelfOutage>;
  canaries: Canaries;
  metrics: MonitorMetrics;
  enqueue: (ids: readonly string[]) => void;
  /** Called when a check of a service was recorded. */
  onChecked: (id: string) => void;
  log: Log;
  signal: AbortSignal;
  /** Milliseconds for all requests of a check together. With what follows that is less than a claim lasts. */
  checkMs?: number | undefined;
}

/** A host that fails though it was well waits so long for what other hosts say. */
const suspenseMs = 30_000;
const lookAgainMs = 250;
const calledEveryMs = 30_000;
/** After so long a service is due again that could not be judged. */
const unjudgedRetrySeconds = 60;
/** What only the monitor's own network can be guilty of. */
const ownFaults = new Set(['no_answer', 'no_route']);

/** Makes the functions that ask for a claimed service and settle the claim by what was seen. */
export function createChecker({
  database,
  request,
  userAgent,
  policy,
  selfOutage,
  canaries,
  metrics,
  enqueue,
  onChecked,
  log,
  signal,
  checkMs = 20_000,
}: CheckerOptions) {
  let calledAt = Number.NEGATIVE_INFINITY;

  /** Whether it is the host that was not reached, or the monitor that reaches nobody. */
  async function isSelfOutage(claimed: ClaimedCheck, { check }: Seen): Promise<boolean> {
    const { wasWell } = claimed;
    if (!isUnreached(check.verdict)) {
      if (wasWell) selfOutage.note(claimed, false);
      if (selfOutage.answered()) log.warn({}, 'the monitor is online again, and judges');
      return false;
    }
    if (wasWell) selfOutage.note(claimed, true);
    if (selfOutage.offlineSince() !== undefined) return true;
    if (!wasWell) return false;
    const canaryAnswers = await canaries.answer();
    if (canaryAnswers) return false;
    const beganAt = check.checkedAt.getTime();
    const end = Date.now() + suspenseMs;
    let found = selfOutage.judgeFailure(claimed, beganAt);
    let others = othersNeeded;
    if (found === 'unsure' && Date.now() - calledAt > calledEveryMs) {
      calledAt = Date.now();
      const called = pickOthers(await listCanaries(database), claimed);
      await callCanaries(database, called);
      others = called.length;
    }
    // Where there is nobody else to ask there is nothing to wait for.
    while (found === 'unsure' && others >= othersNeeded && Date.now() < end && !signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
      found = selfOutage.judgeFailure(claimed, beganAt);
    }
    if (found !== 'unsure') return found === 'offline';
    // Who is stopped before it is sure does not judge.
    return signal.aborted || canaryAnswers === false || ownFaults.has(check.detail ?? '');
  }

  async function settle(claimed: ClaimedCheck, seen: Seen): Promise<void> {
    if (seen.optedOut) {
      const changed = await leaveHostAlone(database, claimed);
      enqueue(changed);
      log.info({ host: claimed.host }, 'the host does not want to be checked');
      return;
    }
    if (await isSelfOutage(claimed, seen)) {
      metrics.unjudged();
      await postponeCheck(database, claimed, Math.min(unjudgedRetrySeconds, policy.intervalSeconds));
      return;
    }
    const { recorded, status, isChanged } = await settleCheck(database, claimed, seen.check, policy);
    if (!recorded) return;
    metrics.checked(seen.check.verdict, seen.check.httpStatus === undefined ? undefined : seen.check.durationMs);
    onChecked(claimed.serviceId);
    if (status) metrics.changed(status);
    if (isChanged) enqueue([claimed.serviceId]);
  }

  /** An answer that cannot be judged, whatever the fault is, is a check that has failed: nobody escapes by it. */
  async function look(claimed: ClaimedCheck, requestInTurn: GuardedRequest): Promise<Seen> {
    const { network, payTo, price, currency } = claimed;
    const declared = { ...declaredTerms(claimed), network, payTo, price, currency };
    try {
      return await checkEndpoint({
        request: requestInTurn,
        userAgent: userAgent(),
        endpoint: claimed.endpoint,
        declared,
        method: claimed.method,
        signal: AbortSignal.any([signal, AbortSignal.timeout(checkMs)]),
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

  /** Asks each address of a check in its turn only; `mustWait` tells after how many seconds that comes, if it had none. */
  function takingTurns({ accountId }: ClaimedCheck) {
    const { gapSeconds } = policy;
    const taken = new Set<string>();
    let turn: Promise<number | undefined> = Promise.resolve(undefined);
    async function beforeConnect(address: string): Promise<void> {
      if (gapSeconds === 0 || taken.has(address)) return;
      turn = takeAddressTurn(database, { address, accountId, gapSeconds });
      if ((await turn) !== undefined) throw new RequestFault('refused', 'address_busy');
      taken.add(address);
    }
    const requestInTurn: GuardedRequest = (url, asked) => request(url, { ...asked, beforeConnect });
    return { requestInTurn, mustWait: () => turn };
  }

  /** Frees the host of a check that could not be made or recorded: others on it are checked meanwhile. */
  async function freeingHost<T>(claimed: ClaimedCheck, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await postponeCheck(database, claimed, unjudgedRetrySeconds).catch(() => {});
      throw error;
    }
  }

  return {
    /** Asks the endpoint of a claimed service; undefined when that says nothing, and the claim is given back. */
    ask: (claimed: ClaimedCheck): Promise<Seen | undefined> =>
      freeingHost(claimed, async () => {
        const { requestInTurn, mustWait } = takingTurns(claimed);
        const seen = await look(claimed, requestInTurn);
        const seconds = await mustWait();
        if (!signal.aborted && seconds === undefined) return seen;
        // A check that was broken off says nothing: it is made again.
        await postponeCheck(database, claimed, seconds ?? 0);
        return undefined;
      }),
    settle: (claimed: ClaimedCheck, seen: Seen): Promise<void> => freeingHost(claimed, () => settle(claimed, seen)),
  };
}
