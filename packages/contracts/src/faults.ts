import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors';

/** One thing wrong with an input: where, and what was expected there. */
export const Fault = Type.Object({ path: Type.String(), message: Type.String() });
export type Fault = Static<typeof Fault>;

const dotted = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');

/** What a schema says it expects, in general or of this very value; else TypeBox's own words. */
function expectation({ schema, value, message }: ValueError): string {
  if (typeof schema.expected === 'function') return schema.expected(value);
  return typeof schema.expected === 'string' ? schema.expected : message;
}

function message(error: ValueError): string {
  if (error.type === ValueErrorType.ObjectAdditionalProperties)
    return 'is not a known field: remove it or correct its name';
  const expected = expectation(error);
  return error.value === undefined ? `is required: ${expected}` : `must be ${expected}`;
}

/** Compiles `schema` into a function that names every fault of a value, one for each path; none means it fits. */
export function compileFaults(schema: TSchema): (value: unknown) => Fault[] {
  const check = TypeCompiler.Compile(schema);
  return (value) => {
    if (check.Check(value)) return [];
    const faults = new Map<string, Fault>();
    for (const error of check.Errors(value)) {
      const path = dotted(error.path);
      if (!faults.has(path)) faults.set(path, { path, message: message(error) });
    }
    return [...faults.values()];
  };
}
