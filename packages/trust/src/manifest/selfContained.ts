import { type Advice, valueAt } from '@shirube/contracts';

/** The maximum depth of a schema before it is validated. The limits of a registration are tighter. */
const deepest = 64;

/**
 * Why a manifest, or a part of it, cannot be read, and how to fix it: the text after its name, in English and in
 * Japanese.
 */
export class ManifestFault extends Error implements Advice {
  override name = 'ManifestFault';

  constructor(
    message: string,
    readonly messageJa: string,
  ) {
    super(message);
  }
}

const place = /^#\/components\/schemas\/([^/]+)$/;

/** Resolves a reference within a document. Other documents are never fetched. */
export function resolved(document: unknown, value: unknown): unknown {
  let current = value;
  for (let hops = 0; hops < 10; hops += 1) {
    const ref = valueAt(current, '$ref');
    if (typeof ref !== 'string') return current;
    if (!ref.startsWith('#/'))
      throw new ManifestFault(
        `refers to ${ref}: only places in the same document are read`,
        `${ref}を参照しています。読み取れるのは同じドキュメント内の参照だけです。`,
      );
    const steps = ref.slice(2).split('/');
    current = valueAt(document, ...steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')));
  }
  throw new ManifestFault(
    'has a $ref that refers back to itself: point it to a schema',
    '$refが循環しています。スキーマを指すようにしてください。',
  );
}

/** Makes a schema of an OpenAPI document self-contained: the shared schemas that it refers to become its $defs. */
export function selfContained(document: unknown, schema: unknown): unknown {
  const $defs = new Map<string, unknown>();
  function copied(value: unknown, level: number): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (level === 0)
      throw new ManifestFault(
        `has a schema of more than ${deepest} levels: make it flatter`,
        `スキーマの階層が${deepest}段を超えています。浅くしてください。`,
      );
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
