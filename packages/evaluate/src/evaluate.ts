import type { CatalogEntry } from '@shirube/contracts';
import { loadLanguage } from '@shirube/language';
import { type Calibration, toCalibration } from './calibration.js';
import { type EngineName, fillEngine } from './engines.js';
import { type Figures, type FiguresByLanguage, toFigures, toFiguresByKind } from './figures.js';
import type { Query } from './queries.js';
import { type Answer, runQueries } from './runQueries.js';

/** The answers of one engine to every query of a set. */
export interface Run {
  engine: EngineName;
  answers: Answer[];
  figures: FiguresByLanguage;
  kinds: Record<string, Figures>;
  calibration: Calibration;
}

/** Fills an engine with the entries, runs every query, and cleans up. */
export async function evaluate(
  engine: EngineName,
  entries: readonly CatalogEntry[],
  queries: readonly Query[],
): Promise<Run> {
  const language = await loadLanguage();
  const filled = await fillEngine(engine, entries, language);
  try {
    const answers = await runQueries(filled.reader, language, queries);
    return {
      engine,
      answers,
      figures: toFigures(answers),
      kinds: toFiguresByKind(answers),
      calibration: toCalibration(answers),
    };
  } finally {
    await filled.close();
  }
}
