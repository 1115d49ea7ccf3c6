import { type Static, Type } from '@sinclair/typebox';

export const Category = Type.Object({
  id: Type.String(),
  label: Type.String({ description: 'The curated label where there is one, else the id in title case.' }),
  labelJa: Type.Optional(Type.String()),
  count: Type.Integer({ description: 'Services in this category.' }),
});
export type Category = Static<typeof Category>;
