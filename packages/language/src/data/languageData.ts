import type { ConstraintReader } from '../constraints/constraints.js';
import type { StructureReader } from '../query/structures.js';
import type { WordReader } from '../words/textWords.js';
import type { CellTable } from './cellTable.js';
import type { Dictionary } from './dictionary.js';
import type { Filler } from './filler.js';
import type { Glossary } from './glossary.js';
import type { Lexicon } from './lexicon.js';
import type { Meanings } from './meanings.js';
import type { WordTable } from './wordTable.js';

/** All that is loaded, once in a process. */
export interface LanguageData {
  readWords: WordReader;
  readConstraints: ConstraintReader;
  readStructures: StructureReader;
  filler: Filler;
  glossary: Glossary;
  lexicon: Lexicon;
  dictionary: Dictionary;
  table: WordTable;
  cells: CellTable;
  meanings: Meanings;
  version: string;
}
