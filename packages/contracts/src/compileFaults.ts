import { Kind, type Static, type TObject, type TSchema } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { type ValueError, ValueErrorType } from '@sinclair/typebox/errors';
import { createFaultList, type FaultList, type Faults } from './faults.js';

const dotted = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');

/** Returns the expectation that the schema states, in general or for this value, or else TypeBox's message. */
function expectation({ schema, value, message }: ValueError): string {
  if (typeof schema.expected === 'function') return schema.expected(value);
  return typeof schema.expected === 'string' ? schema.expected : message;
}

const isObject = (schema: TSchema): schema is TObject => schema[Kind] === 'Object';

/** Lists the known property names of the object that has an unknown one. */
function knownNames({ schema, path }: ValueError): string | undefined {
  if (!isObject(schema)) return undefined;
  const owner = dotted(path.slice(0, path.lastIndexOf('/')));
  const names = Object.keys(schema.properties).join(', ');
  return `The known fields${owner ? ` of ${owner}` : ''} are ${names}.`;
}

function note(list: FaultList, error: ValueError): void {
  const path = dotted(error.path);
  if (error.type === ValueErrorType.ObjectAdditionalProperties) {
    const isNamed = list.add(path, 'is not a known field: remove it or correct its name');
    const hint = isNamed ? knownNames(error) : undefined;
    if (hint) list.hint(hint);
    return;
  }
  const expected = expectation(error);
  list.add(path, error.value === undefined ? `is required: ${expected}` : `must be ${expected}`);
}

/** Whether text can be stored: Postgres refuses unpaired surrogates and U+0000. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

const unstorable = 'must not contain U+0000 or an unpaired surrogate';

/** Adds the texts anywhere in a value that cannot be stored. Not recursive, because values may be nested deeply. */
function noteUnstorable(root: unknown, list: FaultList): void {
  const open: [path: string, value: unknown][] = [['', root]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [path, value] = next;
    if (typeof value === 'string' && !isStorable(value)) list.add(path, unstorable);
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, member] of Object.entries(value)) {
      if (!isStorable(name)) list.add(path, unstorable);
      if (typeof member === 'string' || typeof member === 'object')
        open.push([path ? `${path}.${name}` : name, member]);
    }
  }
}

/**
 * Compiles `schema` into a function that adds all faults of a value to a list. Its option `noteFaults` adds those that
 * JSON Schema cannot express, to any value. Every untrusted input passes here, so that none has text that cannot be
 * stored, whatever its schema allows.
 */
export function compileCheck(schema: TSchema): (value: unknown, list: FaultList) => void {
  const check = TypeCompiler.Compile(schema);
  return (value, list) => {
    if (!check.Check(value)) for (const error of check.Errors(value)) note(list, error);
    schema.noteFaults?.(value, list);
    noteUnstorable(value, list);
  };
}

/** Compiles `schema` into a function that returns the faults of a value, or undefined if the value is valid. */
export function compileFaults(schema: TSchema): (value: unknown) => Faults | undefined {
  const check = compileCheck(schema);
  return (value) => {
    const list = createFaultList();
    check(value, list);
    return list.found();
  };
}

/** Compiles `schema` into a function that parses an untrusted body. It returns the body, or all faults at once. */
export function compileReader<T extends TSchema>(schema: T): (body: unknown) => { value: Static<T> } | Faults {
  const faultsOf = compileFaults(schema);
  return (body) => faultsOf(body) ?? { value: body as Static<T> };
}
