import { hasJapanese, type Language, splitNormalized } from '@shirube/language';
import { remembered } from '../../document/remembered.js';
import { searchText } from '../../keyword/keywordWords.js';

/**
 * The text under which a category is found. A Japanese label (天気) is left out where it is a synonym of the English one,
 * by which it is found all the same: else every service of the category would hold the word itself, and stand before
 * the one that says it.
 */
export function createCategoryText(language: Language): (categoryText: string) => string {
  const synonyms = new Map(language.keywordSynonyms().map(({ term, synonyms: found }) => [term, found]));
  return remembered((categoryText) => {
    const runs = splitNormalized(categoryText);
    const english = ` ${runs.filter((run) => !hasJapanese(run)).join(' ')} `;
    const isSynonym = (run: string) =>
      hasJapanese(run) && (synonyms.get(run) ?? []).some((synonym) => english.includes(` ${synonym} `));
    const kept = runs.filter((run) => !isSynonym(run)).join(' ');
    return searchText(kept, language.words(kept));
  });
}
