import { compileCheck, compileFaults, createFaultList, type Faults } from '@shirube/contracts';
import type { TObject, TSchema } from '@sinclair/typebox';
import type { FastifySchemaCompiler } from 'fastify';
import { validationFailed } from './httpProblem.js';

type RawQuery = Record<string, string | string[] | undefined>;

const wholeNumber = /^-?[0-9]{1,16}$/;

/** Reads a query string by its schema: every parameter once, known, and a number where one is wanted. */
function queryReader(schema: TObject) {
  const check = compileCheck(schema);
  const names = Object.keys(schema.properties);
  const known = names.length > 0 ? `The known parameters are ${names.join(', ')}.` : 'This path takes no parameters.';
  return (raw: RawQuery): { value: Record<string, unknown>; faults: Faults | undefined } => {
    const value: Record<string, unknown> = {};
    const list = createFaultList();
    for (const [name, given] of Object.entries(raw)) {
      const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
      if (!property) {
        if (list.add(name, 'is not a known parameter')) list.hint(known);
      } else if (Array.isArray(given)) {
        list.add(name, 'is given more than once: give it once');
      } else {
        value[name] = property.type === 'integer' && wholeNumber.test(given ?? '') ? Number(given) : given;
      }
    }
    // A parameter that was left out because it is repeated has its fault already.
    check(value, list);
    return { value, faults: list.found() };
  };
}

/**
 * Validates requests against TypeBox schemas and reports all faults at once. Nothing is coerced silently: a query
 * parameter is text unless its schema wants a whole number.
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
    const faults = faultsOf(value);
    return faults ? { error: validationFailed(faults) } : { value };
  };
};
