import type { Category } from '@shirube/contracts';
import type { Database } from '../database.js';

export interface CategoryRow {
  id: string;
  label: string;
  label_ja: string | null;
  count: string | number;
}

/** Selects the rows of the categories in use. */
export const categoriesInUse = `
  select categories.id, label, label_ja, count
  from (select category, count(*) from services group by category) as used
  join categories on categories.id = used.category`;

export const toCategory = (row: CategoryRow): Category => ({
  id: row.id,
  label: row.label,
  ...(row.label_ja === null ? {} : { labelJa: row.label_ja }),
  count: Number(row.count),
});

/** The categories in use, with their labels and the number of their services, in id order. */
export async function listCategories(database: Database): Promise<Category[]> {
  const { rows } = await database.query<CategoryRow>(`${categoriesInUse} order by categories.id`);
  return rows.map(toCategory);
}

/** Labels a category, and touches its services, since their documents hold the label; returns how many. */
export async function labelCategory(
  database: Database,
  id: string,
  { label, labelJa }: { label: string; labelJa?: string | undefined },
): Promise<number> {
  const { rowCount } = await database.query(
    `with labelled as (
        insert into categories (id, label, label_ja) values ($1, $2, $3)
        on conflict (id) do update set label = excluded.label, label_ja = coalesce(excluded.label_ja, categories.label_ja)
      )
      update services set revision = revision + 1 where category = $1`,
    [id, label, labelJa ?? null],
  );
  return rowCount ?? 0;
}
