import { Type } from '@sinclair/typebox';

/** Creates the schema of a string enum. */
export const choice = <const T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>(
    Type.String({
      enum: [...values],
      pattern: `^(${values.join('|')})$`,
      description,
      expected: `one of ${values.join(', ')}`,
    }),
  );
