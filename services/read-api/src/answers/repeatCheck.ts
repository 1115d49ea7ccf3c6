const mostKeys = 50_000;

/** Makes a function that notes a key, and tells whether it was noted before: for that long at least, twice at most. */
export function createRepeatCheck(milliseconds: number): (key: string) => boolean {
  let earlier = new Set<string>();
  let recent = new Set<string>();
  let turned = performance.now();

  return (key) => {
    const now = performance.now();
    if (now - turned >= milliseconds || recent.size >= mostKeys) {
      earlier = now - turned < 2 * milliseconds ? recent : new Set();
      recent = new Set();
      turned = now;
    }
    const isRepeated = recent.has(key) || earlier.has(key);
    recent.add(key);
    return isRepeated;
  };
}
