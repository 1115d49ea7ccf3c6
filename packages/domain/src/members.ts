export type Members = Record<string, unknown>;

/** Whether an untrusted value is an object with named members. */
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the members of an untrusted value: none if it is no object. */
export const members = (value: unknown): Members => (isObject(value) ? value : {});

/** Returns the value at a path of an untrusted object. */
export const valueAt = (value: unknown, ...path: string[]): unknown =>
  path.reduce((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
