import type { Database } from '@shirube/catalog';
import { isServiceId, type Trust, type TrustParts } from '@shirube/contracts';
import { trustOf } from './trustOf.js';

interface TrustRow {
  id: string;
  trust_score: number;
  held: boolean;
  simulated: boolean;
  made_at: Date | null;
  parts: TrustParts | null;
}

const nothingKnown = { hours: [], provenSince: null, settlements: { transactions: 0, days: 0 } };

/** What the trust of that service is made of, or undefined. */
export async function findTrust(database: Pick<Database, 'query'>, id: string): Promise<Trust | undefined> {
  if (!isServiceId(id)) return undefined;
  const { rows } = await database.query<TrustRow>({
    name: 'find-trust',
    text: `select services.id, services.trust_score, coalesce(monitoring.trust_held, false) as held,
        coalesce(monitoring.simulated, false) as simulated, trust.made_at, trust.parts
      from services left join trust on trust.service_id = services.id
      left join monitoring on monitoring.service_id = services.id
      where services.id = $1`,
    values: [id],
  });
  const [row] = rows;
  if (!row) return undefined;
  return {
    id: row.id,
    trustScore: row.trust_score,
    isHeld: row.held,
    isSimulated: row.simulated,
    madeAt: row.made_at?.toISOString() ?? null,
    parts: row.parts ?? trustOf(nothingKnown, new Date()),
  };
}
