import { readFile } from 'node:fs/promises';
import { titleCase } from '@shirube/catalog';

export interface CategoryLabels {
  categoryLabel: string;
  categoryLabelJa?: string;
}

const labelRow = /^\s*\('([^']+)', '([^']+)', '([^']+)'\)/gm;

/**
 * Returns the category labels of a fresh catalog. They are read from its migration, because there is no database here.
 */
export async function readCategoryLabels(): Promise<(category: string) => CategoryLabels> {
  const migration = new URL('../../catalog/migrations/0002_category_labels.sql', import.meta.url);
  const curated = new Map<string, CategoryLabels>();
  for (const [, id = '', label = '', labelJa = ''] of (await readFile(migration, 'utf8')).matchAll(labelRow)) {
    curated.set(id, { categoryLabel: label, categoryLabelJa: labelJa });
  }
  return (category) => curated.get(category) ?? { categoryLabel: titleCase(category) };
}
