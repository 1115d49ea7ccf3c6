import type { Database } from '@shirube/catalog';

/** Settlements that belong to no service, by payee. */
interface UnmatchedPayee {
  network: string;
  payTo: string;
  settlements: number;
  lastSettledAt: string;
  /** One of the resources that were paid for, if any was reported. */
  resource: string | null;
}

interface SettlementCounts {
  total: number;
  unmatched: number;
  /** The payees with the most settlements first. */
  payees: UnmatchedPayee[];
}

/** Returns the number of settlements, and the payees of those that belong to no service. */
export async function countSettlements(database: Database, limit = 100): Promise<SettlementCounts> {
  const [{ rows: counts }, { rows: payees }] = await Promise.all([
    database.query<Pick<SettlementCounts, 'total' | 'unmatched'>>(
      `select count(*)::float8 as total, (count(*) filter (where service_id is null))::float8 as unmatched
        from settlements`,
    ),
    database.query<UnmatchedPayee>(
      `select network, pay_to as "payTo", count(*)::float8 as settlements, iso_time(max(settled_at)) as "lastSettledAt",
          max(resource) as resource
        from settlements where service_id is null
        group by network, pay_to order by count(*) desc, network, pay_to limit $1`,
      [limit],
    ),
  ]);
  return { total: 0, unmatched: 0, ...counts[0], payees };
}
