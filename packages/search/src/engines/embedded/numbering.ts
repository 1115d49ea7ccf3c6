/** Numbers each distinct key from 0 on, so that keys can be compared as integers. */
export function createNumbering() {
  const numbers = new Map<string, number>();
  return {
    /** Returns the number of a key, or -1 if it has none. */
    find: (key: string): number => numbers.get(key) ?? -1,
    number(key: string): number {
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, numbers.size);
      return numbers.size - 1;
    },
    size: (): number => numbers.size,
    keys: (): Iterable<[string, number]> => numbers.entries(),
  };
}
export type Numbering = ReturnType<typeof createNumbering>;
