import type { Language } from './language.js';

/** Sentences that state every kind of constraint. */
const firstSentences = [
  'the cheapest verified weather API on Base under 0.01 USDC, not crypto',
  'Base以外で0.05ドル以下の検証済みの天気API',
];

/**
 * Warms up the analysis of queries. The regular expressions are compiled on first use, and again on the second, which
 * takes half a second in all. No client should wait for that.
 */
export function readFirstSentences({ analyzeQuery }: Language): void {
  for (const text of [...firstSentences, ...firstSentences]) analyzeQuery(text);
}
