import type { Database } from '@shirube/catalog';
import { isServiceId, type OwnerVerified, type Trust, type TrustCap, type TrustParts } from '@shirube/contracts';
import { noSettlements, trustOf } from './trustOf.js';

const nothingKnown = { hours: [], provenSince: null, settlements: noSettlements };

/** Returns the trust of a service with its parts; undefined if there is no such service. */
export async function findTrust(database: Pick<Database, 'query'>, id: string): Promise<Trust | undefined> {
  if (!isServiceId(id)) return undefined;
  const { rows } = await database.query<
    Omit<Trust, 'parts' | 'cap' | 'ownerVerified'> & {
      owner: OwnerVerified | null;
      parts: (TrustParts & { cap?: TrustCap }) | null;
    }
  >({
    name: 'find-trust',
    text: `select services.id, services.trust_score as "trustScore", coalesce(monitoring.trust_held, false) as "isHeld",
        coalesce(monitoring.simulated, false) as "isSimulated", iso_time(trust.made_at) as "madeAt", trust.parts,
        services.owner_verified as owner
      from services left join trust on trust.service_id = services.id
      left join monitoring on monitoring.service_id = services.id
      where services.id = $1 and services.moderation is distinct from 'hidden'`,
    values: [id],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { owner, ...trust } = row;
  const { cap, ...parts } = trust.parts ?? { ...trustOf(nothingKnown, new Date()), cap: undefined };
  return { ...trust, ...(cap ? { cap } : {}), ...(owner ? { ownerVerified: owner } : {}), parts };
}
