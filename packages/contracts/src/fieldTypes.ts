import { type IntegerOptions, type StringOptions, type TSchema, Type } from '@sinclair/typebox';

/** One of a few texts. */
export const choice = <const T extends string>(
  values: readonly T[],
  description?: string,
  options: StringOptions = {},
) =>
  Type.Unsafe<T>(
    Type.String({
      ...options,
      enum: [...values],
      pattern: `^(${values.join('|')})$`,
      ...(description !== undefined && { description }),
      expected: `one of ${values.join(', ')}`,
    }),
  );

/** A whole number; any from `minimum` on if there is no maximum. */
export const integer = (minimum: number, maximum?: number, options: IntegerOptions = {}) =>
  Type.Integer({
    minimum,
    maximum: maximum ?? Number.MAX_SAFE_INTEGER,
    ...options,
    expected: `a whole number ${maximum === undefined ? `of ${minimum} or more` : `from ${minimum} to ${maximum}`}`,
  });

/** A value, or null. */
export const nullable = <T extends TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], {
    ...(description !== undefined && { description }),
    ...(typeof schema.expected === 'string' && { expected: `${schema.expected}, or null` }),
  });
