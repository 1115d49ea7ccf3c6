import { createConstraintReader } from './constraints/constraints.js';
import { type NearCell, readCellTable } from './data/cellTable.js';
import { dataFile, readDataFiles } from './data/dataFiles.js';
import { joinDictionary } from './data/dictionary.js';
import { readFiller } from './data/filler.js';
import { readForeignWords } from './data/foreignWords.js';
import { readGlossary } from './data/glossary.js';
import type { LanguageData } from './data/languageData.js';
import { readLexicon } from './data/lexicon.js';
import { type NearTask, readMeanings } from './data/meanings.js';
import { textVector, wordsVector } from './data/vectors.js';
import { type Neighbour, readWordTable } from './data/wordTable.js';
import { documentTerms } from './documentTerms.js';
import { type KeywordSynonym, keywordSynonyms } from './keywordSynonyms.js';
import { analyzeWords } from './query/groups.js';
import type { Group, QueryAnalysis } from './query/queryAnalysis.js';
import { plainQuery } from './query/queryStart.js';
import { createStructureReader, structureWords } from './query/structures.js';
import { queryLanguage } from './words/script.js';
import { loadSegmenter } from './words/segmenter.js';
import type { DocumentTerm, TextWord } from './words/textWord.js';
import { createWordReader } from './words/textWords.js';

/** Everything that needs the language data; pure and synchronous, and no input makes it throw. */
export interface Language {
  /** Tells the data from that of another version. */
  version: string;
  /** What a query asks for, in either language. */
  analyzeQuery(text: string): QueryAnalysis;
  /** The words of a text in order, Japanese ones in dictionary form with the parts of compounds, for keyword search. */
  words(text: string): TextWord[];
  /** The terms under which a text of these words is indexed. */
  documentTerms(words: readonly TextWord[]): DocumentTerm[];
  /** Where a text of these words lies: 128 numbers of length 1, in `sum` if given; undefined when the table knows none. */
  textVector(words: readonly TextWord[], sum?: Float32Array): Float32Array | undefined;
  /** Where a query lies, from the groups of its analysis. */
  queryVector(analysis: QueryAnalysis): Float32Array | undefined;
  /** Where a text lies as a whole, beside what users and sellers say of tasks: 128 numbers of length 1. */
  meaning(text: string): Float32Array | undefined;
  /** The tasks that a text of this meaning is about, likeliest first. */
  tasks(meaning: Float32Array): NearTask[];
  /** The cells of the space of meanings that lie nearest to a unit vector, nearest first. */
  nearestCells(vector: Float32Array, count: number): NearCell[];
  /** English words of like meaning and another stem, nearest first, cosine above 0.4. */
  neighbours(word: string): Neighbour[];
  /** Whether the vectors know an English word: where they do not, only the word itself can be found. */
  hasVector(word: string): boolean;
  /** How much an English word says, 0–1: rare words near 1, "the" near 0; 1 for an unknown word. */
  wordWeight(word: string): number;
  /** Japanese and English names of the same thing, in both directions, for keyword search. */
  keywordSynonyms(): readonly KeywordSynonym[];
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

/** The group as one that no answer may hold. */
const refuse = (group: Group): Group => ({ ...group, weight: 0, negated: true });

async function load(): Promise<Language> {
  const data = await loadData();
  const { readWords, readConstraints, readStructures, filler, table, cells, meanings, version } = data;
  let synonyms: readonly KeywordSynonym[] | undefined;
  return {
    version,
    analyzeQuery: (text) => {
      const { groups: structures, rest: unstructured } = readStructures(plainQuery(text));
      const { constraints, refused, doubted, unneeded, notUnderstood, rest } = readConstraints(unstructured);
      const isConstrained = Object.keys(constraints).length > 0 || refused.length > 0;
      const wanted = analyzeWords(rest, data, { isConstrained, unneeded });
      const read = (phrases: string[]) =>
        phrases.map((phrase) => analyzeWords(phrase, data)).filter(({ tokens }) => tokens.length > 0);
      const unwanted = read(refused);
      const doubtful = read(doubted);
      const refusals = [...unwanted, ...doubtful].flatMap(({ groups }) => groups.map(refuse));
      return {
        language: queryLanguage(text),
        wanted: rest,
        tokens: [...wanted.tokens, ...structures.map(({ token }) => token)],
        groups: [...wanted.groups, ...structures, ...refusals],
        vectorWords: [...wanted.vectorWords, ...structures.flatMap((group) => structureWords(group, table))],
        refused: unwanted.map(({ tokens }) => tokens),
        doubted: doubtful.map(({ tokens }) => tokens),
        constraints,
        notUnderstood: [...notUnderstood, ...doubted],
      };
    },
    words: readWords,
    documentTerms,
    textVector: (words, sum) => textVector(words, filler, table, sum),
    queryVector: ({ vectorWords }) => wordsVector(vectorWords, table),
    meaning: meanings.vector,
    tasks: meanings.tasks,
    nearestCells: cells.nearest,
    neighbours: table.neighbours,
    hasVector: table.has,
    wordWeight: table.weight,
    keywordSynonyms: () => {
      synonyms ??= keywordSynonyms(data);
      return synonyms;
    },
  };
}

async function loadData(): Promise<LanguageData> {
  const [files, segment] = await Promise.all([readDataFiles(), loadSegmenter()]);
  const filler = readFiller(dataFile(files, 'filler.tsv').toString('utf8'));
  const glossary = readGlossary(dataFile(files, 'terms.tsv').toString('utf8'), filler.drop);
  const lexicon = readLexicon(dataFile(files, 'lexicon.bin'));
  const table = readWordTable(dataFile(files, 'words.bin'));
  const cells = readCellTable(dataFile(files, 'cells.bin'));
  const meanings = readMeanings(dataFile(files, 'meaning.bin'), dataFile(files, 'tasks.ndjson').toString('utf8'));
  const dictionary = joinDictionary(glossary, lexicon);
  const foreign = readForeignWords(dataFile(files, 'foreign.tsv').toString('utf8'));
  const readWords = createWordReader(segment, dictionary, foreign, filler);
  const readConstraints = createConstraintReader(
    dataFile(files, 'queries/classes.tsv').toString('utf8'),
    dataFile(files, 'queries/rules.tsv').toString('utf8'),
  );
  const readStructures = createStructureReader(dataFile(files, 'queries/structures.tsv').toString('utf8'));
  const { version } = files;
  return {
    readWords,
    readConstraints,
    readStructures,
    filler,
    glossary,
    lexicon,
    dictionary,
    table,
    cells,
    meanings,
    version,
  };
}
