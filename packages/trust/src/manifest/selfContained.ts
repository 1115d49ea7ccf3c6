import { valueAt } from '@shirube/contracts';

/** As deep as a schema may be before it is looked at any closer: the limits of a registration are tighter. */
const deepest = 64;

/** What keeps a manifest, or a part of it, from being read, in a sentence that says how to fix it. */
export class ManifestFault extends Error {
  override name = 'ManifestFault';
}

const place = /^#\/components\/schemas\/([^/]+)$/;

/** What a reference within a document leads to; other documents are never looked up. */
export function resolved(document: unknown, value: unknown): unknown {
  let current = value;
  for (let hops = 0; hops < 10; hops += 1) {
    const ref = valueAt(current, '$ref');
    if (typeof ref !== 'string') return current;
    if (!ref.startsWith('#/')) throw new ManifestFault(`refers to ${ref}: only places in the same document are read`);
    const steps = ref.slice(2).split('/');
    current = valueAt(document, ...steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')));
  }
  throw new ManifestFault('has a $ref that leads back to itself: let it lead to a schema');
}

/** A schema of an OpenAPI document by itself: the shared schemas that it refers to come with it, as its $defs. */
export function selfContained(document: unknown, schema: unknown): unknown {
  const $defs = new Map<string, unknown>();
  function copied(value: unknown, level: number): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (level === 0) throw new ManifestFault(`has a schema of more than ${deepest} levels: make it flatter`);
    if (Array.isArray(value)) return value.map((item) => copied(item, level - 1));
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const shared = name === '$ref' && typeof member === 'string' ? place.exec(member)?.[1] : undefined;
        if (shared === undefined) return [name, copied(member, level - 1)];
        if (!$defs.has(shared)) {
          $defs.set(shared, undefined);
          $defs.set(shared, copied(valueAt(document, 'components', 'schemas', shared), deepest));
        }
        return [name, `#/$defs/${shared}`];
      }),
    );
  }
  const own = copied(schema, deepest);
  const found = [...$defs].filter(([, definition]) => definition !== undefined);
  return found.length > 0 && typeof own === 'object' ? { ...own, $defs: Object.fromEntries(found) } : own;
}
