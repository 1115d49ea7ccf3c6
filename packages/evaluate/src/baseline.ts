import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '@shirube/cli/command-line';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { EngineName } from './engines.js';
import type { FiguresByLanguage } from './figures.js';
import { eachMeasure } from './metrics.js';

const RecordedFigures = Type.Object({
  n: Type.Integer(),
  ndcg: Type.Number(),
  mrr: Type.Number(),
  recall: Type.Number(),
  hit3: Type.Number(),
});

/** The last recorded run of each engine on a query set. Latency depends on the machine and is not recorded. */
const Baseline = Type.Object({
  embedded: Type.Optional(Type.Record(Type.String(), RecordedFigures)),
  meilisearch: Type.Optional(Type.Record(Type.String(), RecordedFigures)),
});
export type Baseline = Static<typeof Baseline>;
export type RecordedRun = Record<string, Static<typeof RecordedFigures>>;

/** The file with the recorded runs of the demo set. */
export const demoBaseline = fileURLToPath(new URL('../data/demo.json', import.meta.url));

/** Returns the recorded runs, or none if the file does not exist yet. */
export async function readBaseline(file: string): Promise<Baseline> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw new UsageError(`${file} cannot be read: ${error.message}`);
  });
  try {
    return Value.Parse(Baseline, JSON.parse(text));
  } catch {
    throw new UsageError(`${file} has no recorded runs`);
  }
}

/** Replaces the recorded run of this engine. */
export async function recordRun(file: string, engine: EngineName, figures: FiguresByLanguage): Promise<void> {
  const run: RecordedRun = Object.fromEntries(
    Object.entries(figures).map(([lang, own]) => [
      lang,
      { n: own.n, ...eachMeasure((measure) => Number(own[measure].toFixed(4))) },
    ]),
  );
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify({ ...(await readBaseline(file)), [engine]: run }, undefined, 2)}\n`);
}
