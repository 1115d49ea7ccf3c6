import type { Category } from '@shirube/contracts';
import type { LanguageCode } from './language/language.js';

export type CategoryNames = Omit<Category, 'count'>;

/** Returns the name of a category in the visitor's language, otherwise its English name, otherwise its id. */
export function categoryLabel(
  id: string,
  categories: readonly CategoryNames[] | undefined,
  code: LanguageCode,
): string {
  const category = categories?.find((known) => known.id === id);
  return (code === 'ja' ? category?.labelJa : undefined) ?? category?.label ?? id;
}
