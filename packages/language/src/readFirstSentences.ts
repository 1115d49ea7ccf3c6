import type { Language } from './language.js';

/** Sentences that state whatever can be stated. */
const firstSentences = [
  'the cheapest verified weather API on Base under 0.01 USDC, not crypto',
  'Base以外で0.05ドル以下の検証済みの天気API',
];

/**
 * Makes ready for queries. The patterns of sentences are compiled when they are first used, and again when they are used
 * once more, which takes half a second in all: not while somebody waits for an answer.
 */
export function readFirstSentences({ analyzeQuery }: Language): void {
  for (const text of [...firstSentences, ...firstSentences]) analyzeQuery(text);
}
