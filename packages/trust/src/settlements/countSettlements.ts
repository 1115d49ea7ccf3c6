import type { Database } from '@shirube/catalog';

/** Settlements that belong to no service, by who was paid. */
export interface UnmatchedPayee {
  network: string;
  payTo: string;
  settlements: number;
  lastSettledAt: string;
  /** One of the addresses that were paid for, where any was told. */
  resource: string | null;
}

export interface SettlementCounts {
  total: number;
  unmatched: number;
  /** Those with the most first. */
  payees: UnmatchedPayee[];
}

/** How many settlements there are, and whom those that belong to no service have paid. */
export async function countSettlements(database: Database, limit = 100): Promise<SettlementCounts> {
  const [{ rows: counts }, { rows: payees }] = await Promise.all([
    database.query<{ total: string; unmatched: string }>(
      'select count(*) as total, count(*) filter (where service_id is null) as unmatched from settlements',
    ),
    database.query<{ network: string; pay_to: string; count: string; last: Date; resource: string | null }>(
      `select network, pay_to, count(*), max(settled_at) as last, max(resource) as resource
        from settlements where service_id is null
        group by network, pay_to order by count(*) desc, network, pay_to limit $1`,
      [limit],
    ),
  ]);
  return {
    total: Number(counts[0]?.total ?? 0),
    unmatched: Number(counts[0]?.unmatched ?? 0),
    payees: payees.map((row) => ({
      network: row.network,
      payTo: row.pay_to,
      settlements: Number(row.count),
      lastSettledAt: row.last.toISOString(),
      resource: row.resource,
    })),
  };
}
