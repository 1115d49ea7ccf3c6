export type { Constraints } from './constraints/constrainedText.js';
export type { NearCell } from './data/cellTable.js';
export type { NearTask, Task } from './data/meanings.js';
export { readTaskTexts, type TaskText } from './data/taskTexts.js';
export type { Neighbour, WeightedWord } from './data/wordTable.js';

export type { KeywordSynonym } from './keywordSynonyms.js';
export { type Language, loadLanguage } from './language.js';
export type { Alternative, AlternativeSource, Group, QueryAnalysis } from './query/queryAnalysis.js';
export { plainQuery, queryStart } from './query/queryStart.js';
export { readFirstSentences } from './readFirstSentences.js';
export { topIndexes } from './vectors/topIndexes.js';
export { createVectors } from './vectors/vectors.js';
export { normalize } from './words/normalize.js';
export { hasJapanese, type QueryLanguage, queryLanguage } from './words/script.js';
export { splitNormalized, splitWords } from './words/splitWords.js';
export type { DocumentTerm, TextWord } from './words/textWord.js';
