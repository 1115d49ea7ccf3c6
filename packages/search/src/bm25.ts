const k1 = 1.2;
const b = 0.3;
/** A constant instead of the average of the catalog, so that scores stay the same while the catalog grows. */
const usualLength = 30;

/** How informative a term is that `frequency` of `count` services hold: between 0 and about ln(count). */
export function inverseFrequency(count: number, frequency: number): number {
  // Summed over the forms of a word, a frequency may exceed the count. A word that all services have says little, but
  // not nothing.
  const absent = Math.max(0, count - frequency);
  return Math.log(1 + (absent + 0.5) / (frequency + 0.5));
}

/** How much a weight (the number of occurrences, more in better places) adds: 0 to 1, less in longer texts. */
export function saturation(weight: number, length: number): number {
  return weight / (weight + k1 * (1 - b + (b * length) / usualLength));
}
