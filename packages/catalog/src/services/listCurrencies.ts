import type { CurrencyInUse } from '@shirube/contracts';
import type { Database } from '../database.js';

/** The currencies that prices are in, the most used first. Codes that differ in case only are one, as in the filter. */
export async function listCurrencies(database: Database): Promise<CurrencyInUse[]> {
  const { rows } = await database.query<{ currency: string; count: string }>(
    `select (array_agg(currency order by count desc, currency))[1] as currency, sum(count) as count
      from (select currency, count(*) from services group by currency) as used
      group by upper(currency)
      order by sum(count) desc, upper(currency)`,
  );
  return rows.map(({ currency, count }) => ({ currency, count: Number(count) }));
}
