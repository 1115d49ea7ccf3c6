/** A key longer than this is cut by Meilisearch; both engines cut here, so that they order alike. */
const maxBytes = 460;

/**
 * What services are ordered by when sorted by name: case and width do not matter, and the form is the one
 * Meilisearch gives to a string it sorts (trimmed, NFKD, lower case), which leaves this key as it is.
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

/** Orders by code points, as engines written in other languages do, where `<` orders by UTF-16 units. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return aboveSurrogates(x) - aboveSurrogates(y);
  }
  return a.length - b.length;
}

// Surrogates (U+D800–DFFF) stand for code points beyond U+FFFF, so they belong behind U+E000–FFFF.
const aboveSurrogates = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x2800 : unit);
