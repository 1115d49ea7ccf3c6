import type { CategoryLabel } from '@shirube/contracts';
import type { Database } from '../database.js';

/** Returns the default label of a category: "image-generation" → "Image Generation". */
export function titleCase(categoryId: string): string {
  return categoryId
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** Returns the labels that somebody has chosen. All others are derived from the ids. */
export const chosenLabels = (labels: readonly CategoryLabel[]): CategoryLabel[] =>
  labels.filter(({ id, label, labelJa }) => label !== titleCase(id) || labelJa !== null);

/** Labels categories that are not known here yet. The others keep their labels. */
export async function addLabels(database: Database, labels: readonly CategoryLabel[]): Promise<void> {
  await database.query(
    `insert into categories (id, label, label_ja)
      select id, label, "labelJa" from json_to_recordset($1) as labels (id text, label text, "labelJa" text) order by id
      on conflict (id) do update set label = excluded.label, label_ja = excluded.label_ja
      where not exists (select from services where services.category = categories.id)`,
    [JSON.stringify(labels)],
  );
}
