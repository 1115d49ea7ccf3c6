import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@shirube/catalog';
import { type GuardedRequest, RequestFault, untilDeadline } from '@shirube/outbound';
import { createLoadShedder, type Log } from '@shirube/service-kit';
import { keepManifest, registeredResources, takeManifestTurn } from '../manifest/keepManifest.js';
import { readManifest } from '../manifest/readManifest.js';
import { takeAddressTurn, takeHostTurn } from '../schedule/addressTurns.js';
import { callCanaries, listCanaries } from '../schedule/canaries.js';
import type { ClaimedCheck } from '../schedule/claimChecks.js';
import { followTerms } from '../schedule/followTerms.js';
import { backOffHost, type CheckPolicy, declaredTerms, postponeCheck, recordCheck } from '../schedule/recordCheck.js';
import type { Canaries } from './canaries.js';
import { type CheckOutcome, checkEndpoint } from './checkEndpoint.js';
import type { MonitorMetrics } from './monitorMetrics.js';
import { type createSelfOutage, isUnreached, othersNeeded, pickOthers } from './selfOutage.js';

interface CheckerOptions {
  database: Database;
  request: GuardedRequest;
  userAgent: () => string;
  policy: CheckPolicy;
  selfOutage: ReturnType<typeof createSelfOutage>;
  canaries: Canaries;
  metrics: MonitorMetrics;
  enqueue: (ids: readonly string[]) => void;
  /** Called when a check of a service has been recorded. */
  onChecked: (id: string) => void;
  log: Log;
  signal: AbortSignal;
  /**
   * Milliseconds for all requests of a check together. Including what follows, this must be less than a claim lasts.
   */
  checkMs?: number | undefined;
}

/** How long the verdict on a host that fails but was well before waits for checks of other hosts. */
const suspenseMs = 30_000;
/** The timeout for all documents of an origin together, besides ten times the gap between requests to a host. */
const manifestMs = 60_000;
/** How often a document that must wait for its turn looks for one. */
const documentEverySeconds = 1;
/** The number of documents, of 4 MB at most, that are received at a time. */
const documentsAtOnce = 16;
const lookAgainMs = 250;
const calledEveryMs = 30_000;
/** A service that could not be judged is due again after this time. */
const unjudgedRetrySeconds = 60;
/** Faults that only the monitor's own network can cause. */
const ownFaults = new Set(['no_answer', 'no_route']);

/** Creates the functions that check a claimed service and settle the claim. */
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
  const documents = createLoadShedder({ atOnce: documentsAtOnce, maxQueued: 10_000 });

  /** Whether the failure is the monitor's own, because it reaches no host. */
  async function isSelfOutage(claimed: ClaimedCheck, { check }: CheckOutcome): Promise<boolean> {
    const { wasWell } = claimed;
    if (!isUnreached(check.verdict)) {
      if (wasWell) selfOutage.note(claimed, false);
      if (selfOutage.answered()) log.warn({}, 'the monitor is online again, and judges services');
      return false;
    }
    if (wasWell) selfOutage.note(claimed, true);
    if (selfOutage.offlineSince() !== undefined) return true;
    if (!wasWell) return false;
    const canaryAnswers = await canaries.answer(check.checkedAt);
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
    // Without other hosts to check there is nothing to wait for.
    while (found === 'unsure' && others >= othersNeeded && Date.now() < end && !signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
      found = selfOutage.judgeFailure(claimed, beganAt);
    }
    if (found !== 'unsure') return found === 'offline';
    // A monitor that is stopped before it is sure does not judge.
    return signal.aborted || canaryAnswers === false || ownFaults.has(check.detail ?? '');
  }

  async function recordOutcome(claimed: ClaimedCheck, outcome: CheckOutcome): Promise<void> {
    if (outcome.optedOut) {
      const changed = await backOffHost(database, claimed);
      enqueue(changed);
      log.info({ host: claimed.host }, 'the host has opted out of checks');
      return;
    }
    if (await isSelfOutage(claimed, outcome)) {
      metrics.unjudged();
      await postponeCheck(database, claimed, Math.min(unjudgedRetrySeconds, policy.intervalSeconds));
      return;
    }
    const { recorded, status, isChanged } = await recordCheck(database, claimed, outcome.check, policy);
    if (!recorded) return;
    metrics.checked(
      outcome.check.verdict,
      outcome.check.httpStatus === undefined ? undefined : outcome.check.durationMs,
    );
    onChecked(claimed.serviceId);
    if (status) metrics.changed(status);
    const isFollowed = await followTerms(database, claimed, outcome.check);
    if (isChanged || isFollowed) enqueue([claimed.serviceId]);
  }

  /**
   * A response that cannot be judged counts as a failed check, whatever the reason, so that nobody can evade checks
   * that way.
   */
  async function look(claimed: ClaimedCheck, requestInTurn: GuardedRequest): Promise<CheckOutcome> {
    const { network, payTo, price, currency } = claimed;
    const declared = { ...declaredTerms(claimed), network, payTo, price, currency };
    const deadline = untilDeadline(signal, checkMs);
    try {
      return await checkEndpoint({
        request: requestInTurn,
        userAgent: userAgent(),
        endpoint: claimed.endpoint,
        declared,
        method: claimed.method ?? undefined,
        signal: deadline.signal,
      });
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, host: claimed.host }, 'a check failed unexpectedly');
      const check = {
        checkedAt: new Date(),
        verdict: 'bad_challenge',
        detail: 'unreadable',
        declared,
      } as const;
      return { check: { ...check, observed: {} }, optedOut: false };
    } finally {
      deadline.release();
    }
  }

  /** Reads what the origin of a service declares, once a day, to fill in details that are not registered. */
  async function readOrigin(claimed: ClaimedCheck): Promise<void> {
    const { origin } = new URL(claimed.endpoint);
    const deadline = untilDeadline(signal, manifestMs + 10_000 * policy.gapSeconds);
    try {
      if (!(await takeManifestTurn(database, origin))) return;
      const { resources, isUnread } = await readManifest(
        {
          request: documentsInTurn(claimed, deadline.signal),
          userAgent: userAgent(),
          url: origin,
          signal: deadline.signal,
        },
        (declared) => registeredResources(database, origin, declared),
      );
      if (!isUnread) enqueue(await keepManifest(database, origin, resources));
    } catch (error) {
      // The check of the service itself is valid anyway.
      const { host } = claimed;
      if (!signal.aborted) log.error({ err: error, host }, 'the documents of an origin could not be read or stored');
    } finally {
      deadline.release();
    }
  }

  /**
   * Sends each request only when its address has a free turn. `mustWait` returns the seconds until the next turn if
   * there was none.
   */
  function takingTurns({ accountId }: ClaimedCheck) {
    const { gapSeconds } = policy;
    const addresses = new Set<string>();
    let turn: Promise<number | undefined> = Promise.resolve(undefined);
    async function beforeConnect(address: string): Promise<void> {
      if (gapSeconds === 0 || addresses.has(address)) return;
      turn = takeAddressTurn(database, { address, accountId, gapSeconds });
      if ((await turn) !== undefined) throw new RequestFault('refused', 'address_busy');
      addresses.add(address);
    }
    const requestInTurn: GuardedRequest = (url, options) => request(url, { ...options, beforeConnect });
    return { requestInTurn, mustWait: () => turn };
  }

  /** Sends each request for a document in a turn of its own, since it is one more request to the host. */
  function documentsInTurn(claimed: ClaimedCheck, deadline: AbortSignal): GuardedRequest {
    const { host, accountId } = claimed;
    const { gapSeconds } = policy;
    return async (url, options) => {
      for (;;) {
        let seconds: number | undefined = documentEverySeconds;
        if (await takeHostTurn(database, { host, accountId, gapSeconds })) {
          const { requestInTurn, mustWait } = takingTurns(claimed);
          try {
            return await documents.pass(() => requestInTurn(url, options));
          } catch (error) {
            seconds = await mustWait();
            if (seconds === undefined) throw error;
          }
        }
        await delay(seconds * 1000, undefined, { signal: deadline }).catch(() => {
          throw new RequestFault('timeout', 'deadline');
        });
      }
    };
  }

  /** Frees the host of a check that failed or was not recorded, so that other services on it are checked meanwhile. */
  async function freeingHost<T>(claimed: ClaimedCheck, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await postponeCheck(database, claimed, unjudgedRetrySeconds).catch(() => {});
      throw error;
    }
  }

  return {
    /** Checks the endpoint of a claimed service; undefined if that was inconclusive and the claim was given back. */
    ask: (claimed: ClaimedCheck): Promise<CheckOutcome | undefined> =>
      freeingHost(claimed, async () => {
        const { requestInTurn, mustWait } = takingTurns(claimed);
        const outcome = await look(claimed, requestInTurn);
        const seconds = await mustWait();
        if (!signal.aborted && seconds === undefined) return outcome;
        // An aborted check says nothing, so it is repeated.
        await postponeCheck(database, claimed, seconds ?? 0);
        return undefined;
      }),
    /** Records what was seen, and reads the documents of the origin after that, because somebody may wait for it. */
    async record(claimed: ClaimedCheck, outcome: CheckOutcome): Promise<void> {
      await freeingHost(claimed, () => recordOutcome(claimed, outcome));
      if (outcome.check.httpStatus !== undefined && !outcome.optedOut) await readOrigin(claimed);
    },
  };
}
