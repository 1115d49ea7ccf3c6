import { isObject, type Members } from '@shirube/domain';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FaultList } from './faults.js';

const draft = 'https://json-schema.org/draft/2020-12/schema';
/** Keywords whose members have names that the author chooses. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
/** Keywords whose values are data, even if they look like schemas. */
const values = new Set(['const', 'enum', 'default', 'examples', 'example']);
/** Keywords that give a schema its own address, or refer to such an address. */
const addresses = ['$id', '$anchor', '$dynamicRef', '$dynamicAnchor', '$recursiveRef', '$recursiveAnchor'];

let metaschema: ValidateFunction | undefined;

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** Returns the validator of the metaschema. Untrusted schemas are never compiled, so that they do not become code. */
function schemaOfSchemas(): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
  const found = ajv.getSchema(draft);
  if (!found) throw new Error('there is no schema of JSON Schema 2020-12');
  return found;
}

/** Yields every subschema with its path. */
function* schemasIn(value: unknown, path: string): Generator<[path: string, schema: Members]> {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* schemasIn(item, `${path}.${index}`);
  if (!isObject(value)) return;
  yield [path, value];
  for (const [keyword, member] of Object.entries(value)) {
    if (values.has(keyword)) continue;
    const own = maps.has(keyword) && isObject(member) ? Object.entries(member) : undefined;
    if (!own) yield* schemasIn(member, `${path}.${keyword}`);
    else for (const [name, schema] of own) yield* schemasIn(schema, `${path}.${keyword}.${name}`);
  }
}

/** Resolves a local $ref. Returns undefined if it leads to nothing. */
function follow(root: Members, ref: string): unknown {
  try {
    const steps = decodeURIComponent(ref.slice(1)).split('/').slice(1);
    return steps.reduce((at: unknown, step) => {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
      return typeof at === 'object' && at !== null ? Object.getOwnPropertyDescriptor(at, name)?.value : undefined;
    }, root);
  } catch {
    return undefined;
  }
}

/**
 * Whether a schema leads back to itself without descending into the value, which would never end. `done` holds schemas
 * that have been checked already. A worklist, because a chain of references may be longer than the stack.
 */
function isCircular(first: Members, root: Members, done: Set<object>): boolean {
  const open = new Set<object>();
  const work: { schema: unknown; isLeft: boolean }[] = [{ schema: first, isLeft: false }];
  for (let next = work.pop(); next; next = work.pop()) {
    const { schema, isLeft } = next;
    if (!isObject(schema) || done.has(schema)) continue;
    if (isLeft) {
      open.delete(schema);
      done.add(schema);
      continue;
    }
    if (open.has(schema)) {
      for (const one of open) done.add(one);
      return true;
    }
    open.add(schema);
    work.push({ schema, isLeft: true });
    const { $ref, allOf, anyOf, oneOf, not, if: condition, then, else: otherwise } = schema;
    const referred = typeof $ref === 'string' ? follow(root, $ref) : undefined;
    for (const one of [referred, allOf, anyOf, oneOf, not, condition, then, otherwise].flat())
      work.push({ schema: one, isLeft: false });
  }
  return false;
}

/** Adds the faults that the metaschema cannot find: in patterns and in references. */
function noteContentFaults(path: string, schema: Members, root: Members, list: FaultList, done: Set<object>): void {
  const { $schema, $ref, pattern, patternProperties } = schema;
  if (typeof pattern === 'string' && !isPattern(pattern)) list.add(`${path}.pattern`, 'must be a regular expression');
  if (isObject(patternProperties) && !Object.keys(patternProperties).every(isPattern))
    list.add(`${path}.patternProperties`, 'must have regular expressions as names');
  if (typeof $schema === 'string' && $schema.replace(/#$/, '') !== draft)
    list.add(`${path}.$schema`, `must be "${draft}", or left out`);
  for (const keyword of addresses.filter((name) => typeof schema[name] === 'string'))
    list.add(`${path}.${keyword}`, 'is not supported: use $ref to a place in the same schema');
  if (typeof $ref !== 'string') return;
  if (!/^#(\/|$)/.test($ref))
    list.add(
      `${path}.$ref`,
      'must point to a place in the same schema, such as "#/$defs/city": other documents are not read',
    );
  else if (follow(root, $ref) === undefined) list.add(`${path}.$ref`, 'points to nothing in this schema');
  else if (isCircular(schema, root, done)) list.add(`${path}.$ref`, 'refers back to itself');
}

/** Adds the faults of a value that must be a self-contained JSON Schema. The value must not be deeply nested. */
export function noteSchemaFaults(schema: unknown, path: string, list: FaultList): void {
  if (typeof schema === 'boolean') return;
  if (!isObject(schema)) {
    list.add(path, 'must be a JSON Schema: an object, true or false');
    return;
  }
  const done = new Set<object>();
  for (const [place, found] of schemasIn(schema, path)) noteContentFaults(place, found, schema, list, done);
  metaschema ??= schemaOfSchemas();
  if (metaschema(schema)) return;
  for (const { instancePath, message, params } of metaschema.errors ?? []) {
    const known = 'allowedValues' in params ? `: ${params.allowedValues.join(', ')}` : '';
    list.add(path + instancePath.replaceAll('/', '.'), `is not JSON Schema 2020-12: it ${message}${known}`);
  }
}
