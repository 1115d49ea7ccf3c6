/** An array of values that are JSON already. */
export const jsonArray = (values: readonly string[]): string => `[${values.join(',')}]`;

/** An object that is JSON already, and not empty, with one more member. */
export const withMember = (object: string, name: string, value: string): string =>
  `${object.slice(0, -1)},"${name}":${value}}`;
