/** Something that a query states, and where in its text. */
export interface Stated<T> {
  value: T;
  start: number;
  end: number;
}

/** The text without what was stated there; one space stays, so that no words grow together. */
export function without(text: string, { start, end }: Pick<Stated<unknown>, 'start' | 'end'>): string {
  return `${text.slice(0, start).trimEnd()} ${text.slice(end).trimStart()}`;
}

/** What the first of the patterns that occurs states. */
export function firstStated<T>(
  text: string,
  patterns: readonly (readonly [RegExp, T])[],
): Stated<T> | undefined {
  for (const [pattern, value] of patterns) {
    const match = pattern.exec(text);
    if (match) return { value, start: match.index, end: match.index + match[0].length };
  }
  return undefined;
}
