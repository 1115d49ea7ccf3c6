import type { Dictionary } from '../data/dictionary.js';
import type { Filler } from '../data/wordLists.js';
import { stemWord } from '../words/englishWords.js';
import type { TextWord } from '../words/textWord.js';
import type { Alternative, AlternativeSource } from './queryAnalysis.js';

export interface TokenGroup {
  token: string;
  alternatives: Alternative[];
  /** The share of the token's weight that this group carries. */
  share: number;
}

const PART = 0.6;
const LOOSE_WORD = 0.6;

/**
 * Returns the groups of a Japanese word. A translation of several words (郵便番号: postal code) makes a group for each of
 * them, because a document holds the words and not the phrase. Other translations join the group of the word that they
 * replace (zip), or all groups if they replace the whole (postcode). A word that the dictionary lacks gets the groups
 * of its parts.
 */
export function translationGroups(
  { word: token, parts }: Pick<TextWord, 'word' | 'parts'>,
  dictionary: Dictionary,
  filler: Filler,
): TokenGroup[] {
  const useful = dictionary
    .glosses(token)
    .map((gloss) => ({ ...gloss, words: contentWords(gloss.words, filler) }))
    .filter((gloss) => gloss.words.length > 0);
  const main = useful[0];
  if (!main) {
    if (parts.length === 0) return [{ token, alternatives: [asIs(token)], share: 1 }];
    const groups = parts.flatMap((part) => translationGroups({ word: part, parts: [] }, dictionary, filler));
    return groups.map((group) => ({
      token,
      share: group.share / Math.sqrt(groups.length),
      alternatives: group.alternatives.map((a) => (a.source === 'as-is' ? { ...a, source: 'part' } : a)),
    }));
  }
  const slots = main.words.map((word) => ({ word, found: new Map<string, Alternative>() }));
  const put = (slot: (typeof slots)[number], word: string, weight: number, source: AlternativeSource) => {
    const term = stemWord(word);
    const before = slot.found.get(term);
    if (!before || before.weight < weight) slot.found.set(term, { term, surface: word, weight, source });
  };
  for (const slot of slots) {
    put(slot, token, 1, 'as-is');
    for (const part of parts) if (!filler.drop.has(part)) put(slot, part, PART, 'part');
    put(slot, slot.word, main.weight, 'translation');
  }
  for (const gloss of useful.slice(1)) {
    const source = gloss.near ? 'synonym' : 'translation';
    const shared = gloss.words.filter((word) => main.words.includes(word));
    const open = slots.filter((slot) => !gloss.words.includes(slot.word));
    const own = gloss.words.filter((word) => !shared.includes(word));
    const weight = gloss.words.length > 1 && shared.length === 0 ? gloss.weight * LOOSE_WORD : gloss.weight;
    for (const slot of shared.length > 0 ? open : slots) {
      // A translation that is a part of the first (email address; email) shows that this part is enough.
      for (const word of own.length > 0 ? own : shared) put(slot, word, weight, source);
    }
  }
  return slots.map((slot) => ({
    token,
    alternatives: [...slot.found.values()],
    share: 1 / Math.sqrt(slots.length),
  }));
}

function asIs(token: string): Alternative {
  return { term: stemWord(token), surface: token, weight: 1, source: 'as-is' };
}

function contentWords(words: string[], filler: Filler): string[] {
  const split = words.flatMap((word) => word.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((word) => word !== '');
  const content = split.filter((word) => !filler.drop.has(word));
  return content.length > 0 ? [...new Set(content)] : [];
}
