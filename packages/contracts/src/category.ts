import { type Static, Type } from '@sinclair/typebox';

export const Category = Type.Object({
  id: Type.String(),
  label: Type.String({ description: 'The curated label where there is one, else the id in title case.' }),
  labelJa: Type.Optional(Type.String()),
  count: Type.Integer({ description: 'Services in this category.' }),
});
export type Category = Static<typeof Category>;

/** Where services go of which nothing tells the category. */
export const noCategory = 'uncategorized';

/** The category id that a label or a tag makes; undefined when there is neither a Latin letter nor a digit in it. */
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
    description: 'As most of its services write it; codes that differ in case only are one.',
  }),
  count: Type.Integer({ description: 'Services with a price in this currency.' }),
});
export type CurrencyInUse = Static<typeof CurrencyInUse>;
