/** Uses a storage of the browser. It may be disabled: then nothing is stored. */
export function tryStorage<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
