import { type Allowance, DocumentFault, valueAt } from '@shirube/domain';

const place = /^#\/components\/schemas\/([^/]+)$/;

/** Returns the members of a value in a document. They are counted before they are looked at. */
export function entriesOf(value: unknown, { spend }: Allowance): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  const names = Object.keys(value);
  spend(names.length);
  return names.map((name) => [name, Object(value)[name]]);
}

/** Resolves a reference within a document. Other documents are never fetched. */
export function resolveReference(document: unknown, value: unknown, { spend }: Allowance): unknown {
  let current = value;
  for (let hops = 0; hops < 10; hops += 1) {
    const ref = valueAt(current, '$ref');
    if (typeof ref !== 'string') return current;
    spend(ref.length);
    if (!ref.startsWith('#/'))
      throw new DocumentFault(
        `refers to ${ref}: only places in the same document are read`,
        `${ref}を参照しています。読み取れるのは同じドキュメント内の参照だけです。`,
      );
    const steps = ref.slice(2).split('/');
    current = valueAt(document, ...steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')));
  }
  throw new DocumentFault(
    'has a $ref that refers back to itself: point it to a schema',
    '$refが循環しています。スキーマを指すようにしてください。',
  );
}

/** Copies a value of a document as far as the allowance reaches. `toRef` returns what a reference becomes. */
export function copyValue(value: unknown, allowance: Allowance, toRef = (ref: string) => ref): unknown {
  allowance.spend(typeof value === 'string' ? value.length : 1);
  if (typeof value !== 'object' || value === null) return value;
  const members = entriesOf(value, allowance).map(([name, member]): [string, unknown] => {
    allowance.spend(name.length);
    return [name, name === '$ref' && typeof member === 'string' ? toRef(member) : copyValue(member, allowance, toRef)];
  });
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members);
}

/** Makes a schema of an OpenAPI document self-contained: the shared schemas that it refers to become its $defs. */
export function selfContained(document: unknown, schema: unknown, allowance: Allowance): unknown {
  const $defs = new Map<string, unknown>();
  function toRef(ref: string): string {
    allowance.spend(ref.length);
    const shared = place.exec(ref)?.[1];
    if (shared === undefined) return ref;
    if (!$defs.has(shared)) $defs.set(shared, undefined);
    return `#/$defs/${shared}`;
  }
  const own = copyValue(schema, allowance, toRef);
  // Those that are added meanwhile are visited too. A chain of references may be longer than the stack.
  for (const name of $defs.keys())
    $defs.set(name, copyValue(valueAt(document, 'components', 'schemas', name), allowance, toRef));
  const found = [...$defs].filter(([, definition]) => definition !== undefined);
  return found.length > 0 && typeof own === 'object' ? { ...own, $defs: Object.fromEntries(found) } : own;
}
