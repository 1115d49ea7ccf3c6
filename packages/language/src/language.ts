import { takeConstraints } from './constraints.js';
import { dataFile, readDataFiles } from './dataFiles.js';
import { joinDictionary } from './dictionary.js';
import { type DocumentTerm, documentTerms } from './documentTerms.js';
import { readFiller } from './filler.js';
import { readGlossary } from './glossary.js';
import { analyzeWords } from './groups.js';
import { type TextWord, textWords } from './japaneseWords.js';
import { type KeywordSynonym, keywordSynonyms } from './keywordSynonyms.js';
import { readLexicon } from './lexicon.js';
import type { QueryAnalysis } from './queryAnalysis.js';
import { queryLanguage } from './script.js';
import { loadSegmenter } from './segmenter.js';

/** Everything that needs the language data; pure and synchronous, and no input makes it throw. */
export interface Language {
  /** What a query asks for, in either language. */
  analyzeQuery(text: string): QueryAnalysis;
  /** The words of a text in order, Japanese ones in dictionary form with the parts of compounds, for keyword search. */
  words(text: string): TextWord[];
  /** The terms under which a text is indexed; a text without Japanese never meets the segmenter. */
  documentTerms(text: string): DocumentTerm[];
  /** Japanese and English names of the same thing, in both directions, for keyword search. */
  keywordSynonyms(): KeywordSynonym[];
}

let loaded: Promise<Language> | undefined;

/** The language data, loaded once in a process and shared by all who ask. */
export function loadLanguage(): Promise<Language> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(): Promise<Language> {
  const [files, segment] = await Promise.all([readDataFiles(), loadSegmenter()]);
  const filler = readFiller(dataFile(files, 'filler.tsv').toString('utf8'));
  const glossary = readGlossary(dataFile(files, 'terms.tsv').toString('utf8'));
  const dictionary = joinDictionary(glossary, readLexicon(dataFile(files, 'lexicon.bin')));
  return {
    analyzeQuery: (text) => {
      const { constraints, rest } = takeConstraints(text);
      return {
        language: queryLanguage(text),
        ...analyzeWords(rest, segment, dictionary, glossary, filler),
        constraints,
      };
    },
    words: (text) => textWords(text.normalize('NFKC'), segment, dictionary.has),
    documentTerms: (text) => documentTerms(text, segment, dictionary, filler),
    keywordSynonyms: () => keywordSynonyms(glossary),
  };
}
