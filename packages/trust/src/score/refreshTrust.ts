import { type Database, inTransaction, lockServices } from '@shirube/catalog';
import type { TrustCap, TrustParts } from '@shirube/contracts';
import { readTrustFacts, type ServiceFacts } from './readTrustFacts.js';
import { trustCap, trustOf, trustScore, uptimeOf } from './trustOf.js';

/** A service whose trust was recomputed. */
interface ComputedTrust {
  id: string;
  /** The parts, with the cap on their sum. */
  parts: TrustParts & { cap?: TrustCap };
  score: number;
  uptime: number | null;
  proven_since: Date | null;
  observed_since: Date | null;
}

const store = `
  with computed as (
    select * from json_to_recordset($1) as computed (id uuid, parts jsonb, score integer, uptime numeric,
      proven_since timestamptz, observed_since timestamptz)
  ), before as (
    select services.id, services.revision, coalesce(monitoring.trust_held, false) as held
    from computed join services using (id) left join monitoring on monitoring.service_id = services.id
    -- What is known of another endpoint or payee says nothing about the current one.
    where services.observed_since is not distinct from computed.observed_since
  ), stored as (
    insert into trust (service_id, parts, made_at)
    select id, parts, $2 from computed join before using (id) order by id
    on conflict (service_id) do update set parts = excluded.parts, made_at = excluded.made_at
  ), changed as (
    update services set trust_made_at = $2, proven_since = computed.proven_since,
      trust_score = case when before.held then services.trust_score else computed.score end,
      uptime_score = coalesce(computed.uptime, services.uptime_score)
    from computed join before using (id) where services.id = computed.id
    returning services.id, services.revision
  )
  select changed.id from changed join before using (id) where changed.revision > before.revision`;

function computeTrust({ id, observedSince, ...facts }: ServiceFacts, now: Date): ComputedTrust {
  const parts = trustOf(facts, now);
  const cap = trustCap(facts);
  return {
    id,
    parts: cap ? { ...parts, cap } : parts,
    score: trustScore(parts, cap),
    uptime: uptimeOf(facts.hours),
    proven_since: facts.provenSince,
    observed_since: observedSince,
  };
}

/**
 * Recomputes the trust and the uptime of services. A held trust stays, and so does that of a service without checks and
 * payments. Returns the ids of services whose trust has changed so much that they must be indexed. They have entries in
 * the log.
 */
export async function refreshTrust(database: Database, ids: readonly string[], now = new Date()): Promise<string[]> {
  const known = (await readTrustFacts(database, ids, now)).filter(
    ({ hours, settlements }) => hours.length > 0 || settlements.transactions > 0,
  );
  if (known.length === 0) return [];
  const computed = known.map((facts) => computeTrust(facts, now));
  const { rows } = await inTransaction(database, async (client) => {
    // An operator may set their trust meanwhile.
    await lockServices(
      client,
      computed.map(({ id }) => id),
    );
    return client.query<{ id: string }>({ name: 'store-trust', text: store, values: [JSON.stringify(computed), now] });
  });
  return rows.map(({ id }) => id);
}

/**
 * Recomputes trust that is older than a day, so that it follows the time even without checks, for at most `limit`
 * services. Returns their number, and the ids of those that must be indexed.
 */
export async function refreshOldTrust(
  database: Database,
  limit = 500,
): Promise<{ refreshed: number; changed: string[] }> {
  const { rows } = await database.query<{ id: string }>(
    `select service_id as id from trust where made_at < now() - interval '1 day' order by made_at limit $1`,
    [limit],
  );
  const ids = rows.map(({ id }) => id);
  const changed = await refreshTrust(database, ids);
  return { refreshed: ids.length, changed };
}
