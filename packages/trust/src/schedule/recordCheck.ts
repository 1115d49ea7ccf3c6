import {
  type Database,
  endpointDigest,
  findFirst,
  inTransaction,
  ownerProof,
  unclaimedAccount,
} from '@shirube/catalog';
import {
  type Details,
  detailsDifference,
  type Observed,
  observedDetails,
  type PaymentTerms,
  type ServiceStatus,
  type StatusReason,
} from '@shirube/contracts';
import { waysToPay } from '@shirube/domain';
import type pg from 'pg';
import { checkedChannel } from './awaitCheck.js';
import type { ClaimedCheck } from './claimChecks.js';
import { judgeCheck, type Standing } from './judgeCheck.js';
import { secondsUntilNext } from './nextCheck.js';
import {
  differingTerms,
  isRefusedValue,
  type ObservedCheck,
  storedObservation,
  storedTerms,
  unrecordable,
} from './observedCheck.js';

export interface CheckPolicy {
  /** The time between two checks of a service that is well. */
  intervalSeconds: number;
  /** The minimum time between two requests to a host. */
  gapSeconds: number;
}

/** The outcome of a check: recorded, with the new status if it has changed, or obsolete. */
interface RecordedCheck {
  recorded: boolean;
  status?: ServiceStatus;
  reason?: StatusReason;
  /** Whether the search index must be updated: because of the status, or because the service may be a duplicate. */
  isChanged: boolean;
}

/** The registered fields that a check compares. */
const compared = ['endpoint', 'network', 'payTo', 'price', 'currency'] as const;

interface StandingRow extends Omit<Standing, 'isUnproven'>, Pick<ClaimedCheck, (typeof compared)[number]> {
  isProven: boolean;
  /** The digest of the address on another host that the endpoint redirects to. */
  leadsTo: string | null;
  details: Details | null;
  observed: Observed | null;
}

/** Locks a service and its standing, if the caller still holds the claim. */
async function lockStanding(client: pg.PoolClient, claimed: ClaimedCheck): Promise<StandingRow | undefined> {
  const { rows } = await client.query<StandingRow>({
    name: 'lock-standing',
    text: `select endpoint, network, payment_address as "payTo", price_per_request as price, currency, status,
        status_held as "statusHeld", confirmed_since as "confirmedSince", contradictions,
        failing_since as "failingSince", failures, leads_to as "leadsTo", details, services.observed,
        owner_verified is not null as "isProven"
      from services join monitoring on service_id = id
      where id = $1 and exists (select from monitored_hosts where host = $2 and claim = $3)
      for update of services, monitoring`,
    values: [claimed.serviceId, claimed.host, claimed.claim],
  });
  return rows[0];
}

/** Whether the check was made of the current registration. */
const isCurrent = (row: StandingRow, claimed: ClaimedCheck): boolean =>
  compared.every((name) => row[name] === claimed[name]);

/** Ends a claim: the host may be called again after the gap. The next claim finds what else is due there. */
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

/** The number of checks per service and verdict that are kept, apart from those that are not aggregated yet. */
const checksKept = 100;

// The rows of the service are locked by now. A service keeps few checks, however often it is checked: aggregated ones
// are no longer needed, and within one hour more checks say nothing more. Those of an hour that is yet to be aggregated
// stay.
const recordStatement = `
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
    update monitoring set due_at = $2::timestamptz + make_interval(secs => $10), requested_at = null, method = $11,
      confirmed_since = $12, contradictions = $13, failing_since = $14, failures = $15
    where service_id = $1
  ), freed as (${freed('$16', '$17', '$18')})
  select pg_notify('${checkedChannel}', $1::uuid::text)`;

/**
 * Returns where the endpoint redirects to by now. An earlier redirect stays until the endpoint asks for payment itself.
 */
function newLead(row: StandingRow, check: ObservedCheck): string | null {
  if (check.leadsTo !== undefined) return endpointDigest(check.leadsTo);
  return check.observed.payTo === undefined ? row.leadsTo : null;
}

/**
 * Adds a detail to a check that confirmed the terms if the service describes itself differently than registered. This
 * informs the owner, and has no other effect.
 */
function describedOtherwise({ details, observed }: StandingRow, check: ObservedCheck): ObservedCheck {
  if (check.verdict !== 'ok' || !details) return check;
  const detail = detailsDifference(details, observedDetails({ ...observed, details: check.observation?.details }));
  return detail ? { ...check, verdict: 'other_details', detail } : check;
}

/** Stores what the challenge says apart from the terms; false if that is unchanged. */
async function keepObserved(client: pg.PoolClient, id: string, row: StandingRow, observation: Observed | undefined) {
  const { manifest, summary } = row.observed ?? {};
  const observed = observation && { ...storedObservation(observation), manifest, summary };
  if (!observed || JSON.stringify(observed) === JSON.stringify(row.observed)) return false;
  // The index holds the payment options (network, coin, price) besides the registered one.
  const ways = ({ accepts }: Observed) => JSON.stringify(waysToPay(row, accepts));
  const isIndexed = ways(observed) !== ways(row.observed ?? {});
  // A wallet owns what asks to be paid to it. An owner who has proven the host stays until the service is handed over.
  await client.query(
    `update services set observed = $2::json, revision = revision + $3,
      owner_verified = case when owner_verified ->> 'how' <> 'signature' then owner_verified
        else ${ownerProof('services.account_id', { observed: '$2::json' })} end
      where id = $1`,
    [id, JSON.stringify(observed), Number(isIndexed)],
  );
  return true;
}

/**
 * Records a check with its evidence, its effect on the service, and the time of the next check, in one transaction.
 * Nothing is recorded if the claim has expired, the service was removed, or its registration has changed; in that case
 * it is due already. A check that cannot be stored as seen counts as failed.
 */
export async function recordCheck(
  database: Database,
  claimed: ClaimedCheck,
  check: ObservedCheck,
  policy: CheckPolicy,
): Promise<RecordedCheck> {
  try {
    return await record(database, claimed, check, policy);
  } catch (error) {
    if (!isRefusedValue(error)) throw error;
    return record(database, claimed, unrecordable(check), policy);
  }
}

async function record(
  database: Database,
  claimed: ClaimedCheck,
  outcome: ObservedCheck,
  { intervalSeconds, gapSeconds }: CheckPolicy,
): Promise<RecordedCheck> {
  return inTransaction(database, async (client) => {
    const row = await lockStanding(client, claimed);
    if (!row || !isCurrent(row, claimed)) {
      await freeHost(client, claimed, gapSeconds);
      return { recorded: false, isChanged: false };
    }
    const check = describedOtherwise(row, outcome);
    const isUnproven = !row.isProven && (await findFirst(client, claimed.serviceId, 'endpoint_key')) !== undefined;
    const after = judgeCheck({ ...row, isUnproven }, check, intervalSeconds);
    const { verdict, detail, method, httpStatus, durationMs, checkedAt } = check;
    const observed = storedTerms(check.observed);
    await client.query({
      name: 'record-check',
      text: recordStatement,
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
        // Kept across failures, which have no challenge.
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
    // Texts of services of nobody stay as somebody has read them.
    const { details, ...terms } = check.observation ?? {};
    const observation = check.observation && (claimed.accountId === unclaimedAccount ? terms : check.observation);
    const isObservationChanged = await keepObserved(client, claimed.serviceId, row, observation);
    // A separate statement, because a change of status creates a new revision.
    if (after.status !== row.status) {
      await client.query('update services set status = $2, status_reason = $3 where id = $1', [
        claimed.serviceId,
        after.status,
        after.reason,
      ]);
    }
    const redirectTarget = newLead(row, check);
    if (redirectTarget !== row.leadsTo) {
      await client.query('update services set leads_to = $2, revision = revision + 1 where id = $1', [
        claimed.serviceId,
        redirectTarget,
      ]);
    }
    return {
      recorded: true,
      isChanged: after.status !== row.status || redirectTarget !== row.leadsTo || isObservationChanged,
      ...(after.status === row.status ? {} : { status: after.status }),
      ...(after.reason === undefined ? {} : { reason: after.reason }),
    };
  });
}

/** Gives a claim back without a verdict. The service is due again after `seconds`. */
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

/** How long a host that has opted out is left alone, before it is asked again. */
const optOutSeconds = 7 * 86_400;

/** Stops checking a host that has opted out. Its services are no longer verified from then on. */
export async function backOffHost(database: Database, claimed: ClaimedCheck): Promise<string[]> {
  return inTransaction(database, async (client) => {
    // An operator may set their status meanwhile.
    await client.query(
      'select from services where id in (select service_id from monitoring where host = $1) order by id for update',
      [claimed.host],
    );
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

/** Returns the registered terms of a service, as stored with its checks. */
export const declaredTerms = ({ network, payTo, price, currency, freeQuota }: ClaimedCheck): PaymentTerms => ({
  network,
  payTo,
  price,
  currency,
  ...(freeQuota === null ? {} : { freeQuota }),
});
