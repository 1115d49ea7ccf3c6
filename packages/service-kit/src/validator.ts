import { compileCheck, compileFaults, createFaultList, type Faults } from '@shirube/contracts';
import type { TObject, TSchema } from '@sinclair/typebox';
import type { FastifySchemaCompiler } from 'fastify';
import { validationFailed } from './httpProblem.js';

type RawQuery = Record<string, string | string[] | undefined>;

const numbers: Record<string, RegExp> = {
  integer: /^-?[0-9]{1,16}$/,
  number: /^-?[0-9]{1,16}(\.[0-9]{1,400})?(e[+-]?[0-9]{1,3})?$/i,
};

/**
 * Parses a query string by its schema: every parameter must be known, and appear once unless it may be repeated.
 * Numbers are converted.
 */
function queryReader(schema: TObject) {
  const check = compileCheck(schema);
  const names = Object.keys(schema.properties);
  const known = names.length > 0 ? `The known parameters are ${names.join(', ')}.` : 'This path takes no parameters.';
  return (raw: RawQuery): { value: Record<string, unknown>; faults: Faults | undefined } => {
    const value: Record<string, unknown> = {};
    const list = createFaultList();
    for (const [name, rawValue] of Object.entries(raw)) {
      const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
      if (!property) {
        if (list.add(name, 'is not a known parameter')) list.hint(known);
      } else if (Array.isArray(rawValue) && !property.anyOf) {
        list.add(name, 'is given more than once: give it once');
      } else {
        value[name] =
          typeof rawValue === 'string' && numbers[property.type]?.test(rawValue) ? Number(rawValue) : rawValue;
      }
    }
    // A parameter that was dropped because it is repeated already has a fault.
    check(value, list);
    return { value, faults: list.found() };
  };
}

/**
 * Validates requests against TypeBox schemas and reports all faults at once. Nothing is coerced silently: a query
 * parameter is text unless its schema wants a number.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  if (httpPart === 'querystring') {
    const read = queryReader(schema as TObject);
    return (raw: RawQuery) => {
      const { value, faults } = read(raw);
      return faults ? { error: validationFailed(faults) } : { value };
    };
  }
  const faultsOf = compileFaults(schema);
  return (value: unknown) => {
    // Fastify passes null for a missing body.
    const faults = faultsOf(httpPart === 'body' ? (value ?? undefined) : value);
    return faults ? { error: validationFailed(faults) } : { value };
  };
};
