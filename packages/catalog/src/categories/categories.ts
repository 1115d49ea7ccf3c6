import type { Category, CurrencyInUse } from '@shirube/contracts';
import type { Database } from '../database.js';
import { inIdOrder } from '../services/lockServices.js';
import { isListed } from '../services/serviceRow.js';

export interface CategoryRow {
  id: string;
  label: string;
  label_ja: string | null;
  count: string | number;
}

/** Selects the rows of the categories in use. */
export const categoriesInUse = `
  select categories.id, label, label_ja, count
  from (select category, count(*) from services where ${isListed} group by category) as used
  join categories on categories.id = used.category`;

export const toCategory = (row: CategoryRow): Category => ({
  id: row.id,
  label: row.label,
  ...(row.label_ja === null ? {} : { labelJa: row.label_ja }),
  count: Number(row.count),
});

/** Returns the categories in use, with their labels and numbers of services, in id order. */
export async function listCategories(database: Database): Promise<Category[]> {
  const { rows } = await database.query<CategoryRow>(`${categoriesInUse} order by categories.id`);
  return rows.map(toCategory);
}

/** Labels a category, and touches its services, because their documents contain the label. Returns their number. */
export async function labelCategory(
  database: Pick<Database, 'query'>,
  id: string,
  { label, labelJa }: { label: string; labelJa?: string | undefined },
): Promise<number> {
  const { rowCount } = await database.query(
    `with labelled as (
        insert into categories (id, label, label_ja) values ($1, $2, $3)
        on conflict (id) do update set label = excluded.label, label_ja = coalesce(excluded.label_ja, categories.label_ja)
      ), locked as (${inIdOrder('category = $1')})
      update services set revision = revision + 1 from locked where services.id = locked.id`,
    [id, label, labelJa ?? null],
  );
  return rowCount ?? 0;
}

/** Returns the currencies of prices, the most used first. Codes that differ only in case are one, as in the filter. */
export async function listCurrencies(database: Database): Promise<CurrencyInUse[]> {
  const { rows } = await database.query<{ currency: string; count: string }>(
    `select (array_agg(currency order by count desc, currency))[1] as currency, sum(count) as count
      from (select currency, count(*) from services where ${isListed} group by currency) as used
      group by upper(currency)
      order by sum(count) desc, upper(currency)`,
  );
  return rows.map(({ currency, count }) => ({ currency, count: Number(count) }));
}
