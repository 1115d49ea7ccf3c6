import { type Database, endpointDigest, inTransaction } from '@shirube/catalog';
import {
  caip2Of,
  callDifference,
  type Details,
  type Observed,
  type PaymentTerms,
  type ServiceStatus,
  type StatusReason,
} from '@shirube/contracts';
import type pg from 'pg';
import type { ClaimedCheck } from './claimChecks.js';
import { judgeCheck, type Standing } from './judgeCheck.js';
import { secondsUntilNext } from './nextCheck.js';
import { differingTerms, isRefusedValue, keptObserved, keptTerms, type SeenCheck, unrecordable } from './seenCheck.js';

/** Postgres channel on which every recorded check is announced, by the id of its service. */
export const checkedChannel = 'shirube_checked';

export interface CheckPolicy {
  /** Between two checks of a service that is well. */
  intervalSeconds: number;
  /** Between two requests to a host, at least. */
  gapSeconds: number;
}

/** What became of a check: recorded, with the new status where that has changed, or of no use any more. */
export interface SettledCheck {
  recorded: boolean;
  status?: ServiceStatus;
  reason?: StatusReason;
  /** Whether the search index is to be told: of the status, or that the service may be a duplicate. */
  isChanged: boolean;
}

/** What is registered, as far as a check compares it. */
const compared = ['endpoint', 'network', 'payTo', 'price', 'currency'] as const;

interface StandingRow extends Standing, Pick<ClaimedCheck, (typeof compared)[number]> {
  /** The digest of the address elsewhere that the endpoint leads to. */
  leadsTo: string | null;
  details: Details | null;
  observed: Observed | null;
}

/** Locks a service and what is known of it, as long as the claim is still the caller's. */
async function lockStanding(client: pg.PoolClient, claimed: ClaimedCheck): Promise<StandingRow | undefined> {
  const { rows } = await client.query<StandingRow>({
    name: 'lock-standing',
    text: `select endpoint, network, payment_address as "payTo", price_per_request as price, currency, status,
        status_held as "statusHeld", confirmed_since as "confirmedSince", contradictions,
        failing_since as "failingSince", failures, leads_to as "leadsTo", details, services.observed
      from services join monitoring on service_id = id
      where id = $1 and exists (select from monitored_hosts where host = $2 and claim = $3)
      for update of services, monitoring`,
    values: [claimed.serviceId, claimed.host, claimed.claim],
  });
  return rows[0];
}

/** Whether the check was about what is registered now. */
const isCurrent = (row: StandingRow, claimed: ClaimedCheck): boolean =>
  compared.every((name) => row[name] === claimed[name]);

/** Ends a claim: the host may be asked again after the gap. Whatever is due at it is found by the next claim. */
const freed = (host: string, claim: string, gapSeconds: string) => `
  update monitored_hosts set claim = null, opted_out_at = null, free_at = now() + make_interval(secs => ${gapSeconds})
  where host = ${host} and claim = ${claim}`;

async function freeHost(
  client: Pick<Database, 'query'>,
  { host, claim }: ClaimedCheck,
  gapSeconds: number,
): Promise<void> {
  await client.query({ name: 'free-host', text: freed('$1', '$2', '$3'), values: [host, claim, gapSeconds] });
}

/** So many checks of a service with one verdict are kept beside those that have not been summed up. */
const checksKept = 100;

// The rows of the service are locked by now. However often it is checked, there are few checks of it: what was summed up
// is of no more use, and in one hour so many are as good as more. Those of an hour that waits to be summed up stay.
const recordCheck = `
  with recorded as (
    insert into checks
      (service_id, checked_at, method, http_status, duration_ms, verdict, detail, declared, observed)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  ), pruned as (
    delete from checks using check_rollup
    where service_id = $1 and verdict = $6 and not simulated and checked_at <= (
      select checked_at from checks where service_id = $1 and verdict = $6
      order by checked_at desc offset ${checksKept - 1} limit 1
    ) and (checked_at < hours_until or checked_at >= date_trunc('hour', $2::timestamptz, 'UTC'))
  ), seen as (
    update services set last_checked = $2 where id = $1
  ), standing as (
    update monitoring set due_at = now() + make_interval(secs => $10), requested_at = null, method = $11,
      confirmed_since = $12, contradictions = $13, failing_since = $14, failures = $15
    where service_id = $1
  ), freed as (${freed('$16', '$17', '$18')})
  select pg_notify('${checkedChannel}', $1::uuid::text)`;

/** Where the endpoint leads by now: elsewhere, until it asks for payment itself. */
function newLead(row: StandingRow, check: SeenCheck): string | null {
  if (check.leadsTo !== undefined) return endpointDigest(check.leadsTo);
  return check.observed.payTo === undefined ? row.leadsTo : null;
}

/** In what a challenge contradicts how the service is registered to be called: the owner is told, and nothing else follows. */
function callDetail({ details }: StandingRow, { verdict, detail, seen }: SeenCheck): string | undefined {
  const [registered, observed] = [details?.call, seen?.details?.call];
  return verdict === 'ok' && registered && observed ? (callDifference(registered, observed) ?? detail) : detail;
}

/** Keeps what the challenge says beside the terms; false when that is as before. */
async function keepObserved(client: pg.PoolClient, id: string, row: StandingRow, seen: Observed | undefined) {
  const observed = seen && keptObserved(seen);
  if (!observed || JSON.stringify(observed) === JSON.stringify(row.observed)) return false;
  // The index knows on which chains it is paid beside its own.
  const others = ({ accepts = [] }: Observed) =>
    accepts.flatMap(({ network }) => (network === caip2Of(row.network) ? [] : network)).join();
  const isIndexed = others(observed) !== others(row.observed ?? {});
  await client.query('update services set observed = $2, revision = revision + $3 where id = $1', [
    id,
    JSON.stringify(observed),
    Number(isIndexed),
  ]);
  return true;
}

/**
 * Records a check with its evidence, what it makes of the service, and when the next one is due, in one transaction.
 * Nothing is recorded when the claim has run out, when the service has gone, or when what was checked is registered
 * differently by now: then it is due already. What cannot be stored as it was seen is a check that has failed.
 */
export async function settleCheck(
  database: Database,
  claimed: ClaimedCheck,
  check: SeenCheck,
  policy: CheckPolicy,
): Promise<SettledCheck> {
  try {
    return await settle(database, claimed, check, policy);
  } catch (error) {
    if (!isRefusedValue(error)) throw error;
    return settle(database, claimed, unrecordable(check), policy);
  }
}

async function settle(
  database: Database,
  claimed: ClaimedCheck,
  check: SeenCheck,
  { intervalSeconds, gapSeconds }: CheckPolicy,
): Promise<SettledCheck> {
  return inTransaction(database, async (client) => {
    const row = await lockStanding(client, claimed);
    if (!row || !isCurrent(row, claimed)) {
      await freeHost(client, claimed, gapSeconds);
      return { recorded: false, isChanged: false };
    }
    const after = judgeCheck(row, check, intervalSeconds);
    const { verdict, method, httpStatus, durationMs, checkedAt } = check;
    const detail = callDetail(row, check);
    const observed = keptTerms(check.observed);
    await client.query({
      name: 'record-check',
      text: recordCheck,
      values: [
        claimed.serviceId,
        checkedAt,
        method,
        httpStatus,
        durationMs,
        verdict,
        detail,
        differingTerms(check.declared, observed),
        observed,
        secondsUntilNext(after, check, intervalSeconds),
        // Kept through failures, which have no challenge.
        observed.payTo === undefined ? claimed.method : method,
        after.confirmedSince,
        after.contradictions,
        after.failingSince,
        after.failures,
        claimed.host,
        claimed.claim,
        gapSeconds,
      ],
    });
    // Apart: whoever names the status makes another revision.
    if (after.status !== row.status) {
      await client.query('update services set status = $2, status_reason = $3 where id = $1', [
        claimed.serviceId,
        after.status,
        after.reason,
      ]);
    }
    const elsewhere = newLead(row, check);
    if (elsewhere !== row.leadsTo) {
      await client.query('update services set leads_to = $2, revision = revision + 1 where id = $1', [
        claimed.serviceId,
        elsewhere,
      ]);
    }
    const isSeenAnew = await keepObserved(client, claimed.serviceId, row, check.seen);
    return {
      recorded: true,
      isChanged: after.status !== row.status || elsewhere !== row.leadsTo || isSeenAnew,
      ...(after.status === row.status ? {} : { status: after.status }),
      ...(after.reason === undefined ? {} : { reason: after.reason }),
    };
  });
}

/** Gives a claim back without a judgement; the service is due again after so many seconds. */
export async function postponeCheck(database: Database, claimed: ClaimedCheck, seconds: number): Promise<void> {
  await inTransaction(database, async (client) => {
    await client.query(
      `update monitoring set due_at = now() + make_interval(secs => $2)
        where service_id = $1 and exists (select from monitored_hosts where host = $3 and claim = $4)`,
      [claimed.serviceId, seconds, claimed.host, claimed.claim],
    );
    await freeHost(client, claimed, 0);
  });
}

/** For so long a host that does not want to be checked is left alone; then it is asked once more. */
export const optOutSeconds = 7 * 86_400;

/** Leaves a host alone that does not want to be checked. Nobody vouches for its services from then on. */
export async function leaveHostAlone(database: Database, claimed: ClaimedCheck): Promise<string[]> {
  return inTransaction(database, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `update services set status = 'unverified', status_reason = 'opted_out'
        from monitoring
        where service_id = id and host = $1 and status = 'verified' and not status_held
        returning id`,
      [claimed.host],
    );
    await client.query(
      `update monitoring set requested_at = null, confirmed_since = null, contradictions = 0, failing_since = null,
        failures = 0 where host = $1`,
      [claimed.host],
    );
    await client.query(
      `update monitored_hosts set claim = null, opted_out_at = clock_timestamp(),
        free_at = now() + make_interval(secs => $3) where host = $1 and claim = $2`,
      [claimed.host, claimed.claim, optOutSeconds],
    );
    return rows.map(({ id }) => id);
  });
}

/** What is registered of a service, as its checks have it. */
export const declaredTerms = ({ network, payTo, price, currency, freeQuota }: ClaimedCheck): PaymentTerms => ({
  network,
  payTo,
  price,
  currency,
  ...(freeQuota === null ? {} : { freeQuota }),
});
