import type { ConstraintReader } from '../constraints/constraints.js';
import type { Respeller } from '../query/respell.js';
import type { StructureReader } from '../query/structures.js';
import type { WordReader } from '../words/textWords.js';
import type { CellTable } from './cellTable.js';
import type { Dictionary } from './dictionary.js';
import type { Filler } from './filler.js';
import type { Glossary } from './glossary.js';
import type { Lexicon } from './lexicon.js';
import type { Meanings } from './meanings.js';
import type { WordTable } from './wordTable.js';

/** All data, loaded once per process. */
export interface LanguageData {
  readWords: WordReader;
  readConstraints: ConstraintReader;
  readStructures: StructureReader;
  respell: Respeller;
  filler: Filler;
  glossary: Glossary;
  lexicon: Lexicon;
  dictionary: Dictionary;
  table: WordTable;
  cells: CellTable;
  meanings: Meanings;
  version: string;
}
