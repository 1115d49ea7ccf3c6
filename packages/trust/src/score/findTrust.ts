import { type Database, isoTime } from '@shirube/catalog';
import { isServiceId, type Trust, type TrustCap, type TrustParts } from '@shirube/contracts';
import { trustOf } from './trustOf.js';

const nothingKnown = { hours: [], provenSince: null, settlements: { transactions: 0, days: 0 } };

/** What the trust of that service is made of, or undefined. */
export async function findTrust(database: Pick<Database, 'query'>, id: string): Promise<Trust | undefined> {
  if (!isServiceId(id)) return undefined;
  const { rows } = await database.query<
    Omit<Trust, 'parts' | 'cap'> & { parts: (TrustParts & { cap?: TrustCap }) | null }
  >({
    name: 'find-trust',
    text: `select services.id, services.trust_score as "trustScore", coalesce(monitoring.trust_held, false) as "isHeld",
        coalesce(monitoring.simulated, false) as "isSimulated", ${isoTime('trust.made_at')} as "madeAt", trust.parts
      from services left join trust on trust.service_id = services.id
      left join monitoring on monitoring.service_id = services.id
      where services.id = $1`,
    values: [id],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { cap, ...parts } = row.parts ?? { ...trustOf(nothingKnown, new Date()), cap: undefined };
  return { ...row, ...(cap ? { cap } : {}), parts };
}
