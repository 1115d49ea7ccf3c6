import type { Constraints } from '../dist/index.js';

/** What a sentence says; `notUnderstood` counts what was not applied. */
export type Expected = Constraints & { refused?: string[]; notUnderstood?: number };

export const below = (amount: string, currency?: string): Expected => ({
  maxPrice: { amount, exclusive: true },
  ...(currency && { currency }),
});
export const atMost = (amount: string, currency?: string): Expected => ({
  maxPrice: { amount, exclusive: false },
  ...(currency && { currency }),
});
export const above = (amount: string, currency?: string): Expected => ({
  minPrice: { amount, exclusive: true },
  ...(currency && { currency }),
});
export const atLeast = (amount: string, currency?: string): Expected => ({
  minPrice: { amount, exclusive: false },
  ...(currency && { currency }),
});
export const range = (least: string, most: string, currency?: string): Expected => ({
  minPrice: { amount: least, exclusive: false },
  maxPrice: { amount: most, exclusive: false },
  ...(currency && { currency }),
});
export const free: Expected = { free: true };
export const on = (...chains: string[]): Expected => ({ chains });
export const notOn = (...notChains: string[]): Expected => ({ notChains });
export const refused = (...words: string[]): Expected => ({ refused: words });
export const unclear: Expected = { notUnderstood: 1 };
export const nothing: Expected = {};
