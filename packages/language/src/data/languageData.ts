import { createConstraintReader } from '../constraints/constraints.js';
import { createSpellChecker } from '../query/respell.js';
import { createStructureReader } from '../query/structures.js';
import { createDirections } from '../vectors/directions.js';
import { createSegmenter } from '../words/segmenter.js';
import { createWordReader } from '../words/textWords.js';
import { readDataFiles } from './dataFiles.js';
import { joinDictionary } from './dictionary.js';
import { readGlossary } from './glossary.js';
import { readLexicon } from './lexicon.js';
import { parseTasks, readMeanings } from './meanings.js';
import { readMorphemes } from './morphemes.js';
import { openTable } from './openTable.js';
import { readFiller, readForeignWords } from './wordLists.js';
import { readWordTable } from './wordTable.js';

export type LanguageData = Awaited<ReturnType<typeof loadData>>;

/** Reads all data. */
export async function loadData() {
  const { file, version } = await readDataFiles();
  const text = (name: string) => file(name).toString('utf8');
  const segment = createSegmenter(readMorphemes(file('morphemes.bin')));
  const filler = readFiller(text('filler.tsv'));
  const glossary = readGlossary(
    { terms: text('terms.tsv'), names: text('entities.tsv'), everyday: text('everyday.tsv') },
    filler.drop,
  );
  const lexicon = readLexicon(file('lexicon.bin'));
  const table = readWordTable(file('words.bin'));
  const dictionary = joinDictionary(glossary, lexicon);
  const foreign = readForeignWords(text('foreign.tsv'));
  const tasks = parseTasks(text('tasks.ndjson'));
  const sold = tasks.flatMap(({ en, sellers }) => [en, ...sellers]);
  return {
    readWords: createWordReader(segment, dictionary, foreign, filler),
    readConstraints: createConstraintReader(text('queries/classes.tsv'), text('queries/rules.tsv')),
    readStructures: createStructureReader(text('queries/structures.tsv')),
    ...createSpellChecker(glossary, dictionary, table, foreign, filler, sold),
    filler,
    glossary,
    lexicon,
    dictionary,
    table,
    nearestCells: readCells(file('cells.bin')),
    meanings: readMeanings(file('meaning.bin'), tasks),
    version,
  };
}

/**
 * Reads the cells of the space of meanings from their file format: a header of four 32-bit numbers (magic, version,
 * cells, dimensions), then the direction of each cell's centre in bytes.
 */
function readCells(bytes: Buffer): (vector: Float32Array, count: number) => number[] {
  const { header, take } = openTable(bytes, 'SHCL', 2);
  const [count = 0, dimensions = 0] = header;
  const nearest = createDirections(take(Int8Array, count * dimensions), dimensions);
  return (vector, wanted) => nearest(vector, wanted).map(({ index }) => index);
}
