const k1 = 1.2;
const b = 0.3;
/** A fixed length, not the average of the catalog: so that scores hold still while the catalog grows. */
const usualLength = 30;

/** How much a term tells that `frequency` of `count` services hold: between 0 and about ln(count). */
export function inverseFrequency(count: number, frequency: number): number {
  // Added up over forms of a word, a frequency may exceed the count; what all have tells little, but not nothing.
  const absent = Math.max(0, count - frequency);
  return Math.log(1 + (absent + 0.5) / (frequency + 0.5));
}

/** How much a weight (a count of occurrences, more in better places) adds: 0 to 1, less in longer texts. */
export function saturation(weight: number, length: number): number {
  return weight / (weight + k1 * (1 - b + (b * length) / usualLength));
}
