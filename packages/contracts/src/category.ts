import { type Static, Type } from '@sinclair/typebox';

export const Category = Type.Object({
  id: Type.String(),
  label: Type.String({ description: 'The curated label where there is one, else the id in title case.' }),
  labelJa: Type.Optional(Type.String()),
  count: Type.Integer({ description: 'Services in this category.' }),
});
export type Category = Static<typeof Category>;

export const CurrencyInUse = Type.Object({
  currency: Type.String({
    description: 'As most of its services write it; codes that differ in case only are one.',
  }),
  count: Type.Integer({ description: 'Services with a price in this currency.' }),
});
export type CurrencyInUse = Static<typeof CurrencyInUse>;
