/** Meilisearch truncates longer keys. Both engines truncate here, so that they sort alike. */
const maxBytes = 460;

/**
 * Returns the key for sorting by name, which ignores case and width. It has the form that Meilisearch gives to strings
 * that it sorts (trimmed, NFKD, lower case), so Meilisearch leaves it unchanged.
 */
export function nameKey(name: string): string {
  const key = name.trim().normalize('NFKD').toLowerCase().normalize('NFKD').trim();
  if (Buffer.byteLength(key) <= maxBytes) return key;
  let bytes = 0;
  let end = 0;
  for (const character of key) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    end += character.length;
  }
  return key.slice(0, end);
}

/** Compares by code points, as engines written in other languages do, while `<` compares UTF-16 units. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return aboveSurrogates(x) - aboveSurrogates(y);
  }
  return a.length - b.length;
}

// Surrogates (U+D800–DFFF) encode code points above U+FFFF, so they sort after U+E000–FFFF.
const aboveSurrogates = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x2800 : unit);
