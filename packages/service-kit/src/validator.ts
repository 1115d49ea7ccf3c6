import { compileFaults, type Fault } from '@shirube/contracts';
import type { TObject, TSchema } from '@sinclair/typebox';
import type { FastifySchemaCompiler } from 'fastify';
import { validationFailed } from './httpProblem.js';

type RawQuery = Record<string, string | string[] | undefined>;

const wholeNumber = /^-?[0-9]{1,16}$/;

/** Reads a query string by its schema: every parameter once, known, and a number where one is wanted. */
function queryReader(schema: TObject) {
  const faultsOf = compileFaults(schema);
  return (raw: RawQuery): { value: Record<string, unknown>; faults: Fault[] } => {
    const value: Record<string, unknown> = {};
    const faults: Fault[] = [];
    for (const [name, given] of Object.entries(raw)) {
      const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
      if (!property) {
        const known = Object.keys(schema.properties).join(', ');
        faults.push({ path: name, message: `is not a known parameter: use ${known}` });
      } else if (Array.isArray(given)) {
        faults.push({ path: name, message: 'is given more than once: give it once' });
      } else {
        value[name] = property.type === 'integer' && wholeNumber.test(given ?? '') ? Number(given) : given;
      }
    }
    const repeated = new Set(faults.map(({ path }) => path));
    return { value, faults: [...faults, ...faultsOf(value).filter(({ path }) => !repeated.has(path))] };
  };
}

/**
 * Validates requests against TypeBox schemas and reports every fault at once. Nothing is coerced silently: a query
 * parameter is text unless its schema wants a whole number.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  if (httpPart === 'querystring') {
    const read = queryReader(schema as TObject);
    return (raw: RawQuery) => {
      const { value, faults } = read(raw);
      return faults.length > 0 ? { error: validationFailed(faults) } : { value };
    };
  }
  const faultsOf = compileFaults(schema);
  return (value: unknown) => {
    const faults = faultsOf(value);
    return faults.length > 0 ? { error: validationFailed(faults) } : { value };
  };
};
