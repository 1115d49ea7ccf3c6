import { curatedPhrases, englishAlternatives } from './englishGroup.js';
import type { LanguageData } from './languageData.js';
import { isNegated } from './negation.js';
import type { Group, QueryAnalysis } from './queryAnalysis.js';
import { hasJapanese } from './script.js';
import { type TextWord, textWords } from './textWords.js';
import { type TokenGroup, translationGroups } from './translationGroups.js';
import { joinPairs } from './vectors.js';
import type { WeightedWord, WordTable } from './wordTable.js';

const GENERIC = 0.4;
const NEGATED = 0.5;
// More words than this no sentence needs; it bounds the work for a query of 2,000 characters.
const MOST_TOKENS = 48;

/** The tokens, groups and vector words of a query whose constraints are taken out already. */
export function analyzeWords(
  text: string,
  data: LanguageData,
): Pick<QueryAnalysis, 'tokens' | 'groups' | 'vectorWords'> {
  const { filler, dictionary, table } = data;
  const words = textWords(text.normalize('NFKC'), data);
  const kept = tokensOf(words, data);
  const phrases = curatedPhrases(words, data);
  const groups: Group[] = [];
  const order: (string | number)[] = [];
  for (const word of words) {
    if (!kept.has(word)) {
      if (word.kind === 'ascii') order.push(word.word);
      continue;
    }
    const negated = isNegated(words, word);
    const weight = (filler.generic.has(word.word) ? GENERIC : 1) * (negated ? NEGATED : 1);
    const made: TokenGroup[] =
      word.kind === 'ascii'
        ? [{ token: word.word, alternatives: englishAlternatives(word, phrases.get(word), data), share: 1 }]
        : translationGroups(word, dictionary, filler);
    for (const { token, alternatives, share } of made) {
      order.push(groups.length);
      groups.push({ token, weight: weight * share, negated, alternatives });
    }
  }
  const tokens = [...kept].map(({ word }) => word);
  return { tokens, groups, vectorWords: vectorWords(order, groups, table) };
}

/**
 * The words of the query's vector. `order` holds the numbers of the groups and, between them, the filler of English,
 * which shapes the vector a little, as it did when the table was fitted.
 */
function vectorWords(order: (string | number)[], groups: Group[], table: WordTable): WeightedWord[] {
  const run: WeightedWord[] = [];
  const others: WeightedWord[] = [];
  for (const item of order) {
    if (typeof item === 'string') {
      run.push({ word: item, weight: 1 });
      continue;
    }
    const group = groups[item];
    const [main, ...rest] = group ? shares(group) : [];
    if (main) run.push(main);
    for (const { word, weight } of rest) others.push({ word, weight: weight * table.weight(word) });
  }
  return [...joinPairs(run, table), ...others];
}

/** The words that are tokens: filler left out, each word once, in order. */
function tokensOf(words: TextWord[], { filler }: LanguageData): Set<TextWord> {
  const content = new Map<string, TextWord>();
  for (const word of words) {
    if (filler.drop.has(word.word) || filler.drop.has(word.surface) || content.has(word.word)) continue;
    if (content.size < MOST_TOKENS) content.set(word.word, word);
  }
  const strong = [...content.values()].filter(({ word }) => !filler.weak.has(word));
  return new Set(strong.length > 0 ? strong : content.values());
}

/** A group's weight shared out among its English alternatives, the likeliest first. */
function shares({ alternatives, weight }: Group): WeightedWord[] {
  const english = alternatives
    .filter(({ source, surface }) => source !== 'part' && !hasJapanese(surface))
    .sort((a, b) => b.weight - a.weight);
  const total = english.reduce((sum, { weight: own }) => sum + own * own, 0);
  return english.map(({ surface, weight: own }) => ({ word: surface, weight: (weight * own * own) / total }));
}
