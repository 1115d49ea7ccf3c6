import { type Static, Type } from '@sinclair/typebox';

export const Category = Type.Object({
  id: Type.String({ examples: ['weather'] }),
  label: Type.String({ description: 'The curated label, or otherwise the id in title case.' }),
  labelJa: Type.Optional(Type.String()),
  count: Type.Integer({ description: 'Services in this category.' }),
});
export type Category = Static<typeof Category>;

/** The category of services whose category is unknown. */
export const noCategory = 'uncategorized';

/** Derives a category id from a label or a tag. Returns undefined if it has neither a Latin letter nor a digit. */
export function categoryIdOf(text: string): string | undefined {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 64).replace(/-$/, '') || undefined;
}

export const CurrencyInUse = Type.Object({
  currency: Type.String({
    description: 'The form that most of its services use; codes that differ only in case count as one.',
  }),
  count: Type.Integer({ description: 'Services with a price in this currency.' }),
});
export type CurrencyInUse = Static<typeof CurrencyInUse>;
