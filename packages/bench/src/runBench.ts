import { findProgram } from '@shirube/dev/processes';
import { loadLanguage } from '@shirube/language';
import type { Bench, CaseResult } from './benchCase.js';
import { cases } from './cases/cases.js';
import { generateCatalog } from './catalog/generateCatalog.js';
import { readCatalog } from './catalog/readCatalog.js';
import { compare } from './compare.js';
import { type FilledDirectory, startFilledDirectory } from './filledDirectory.js';
import { startLoadGenerator } from './load/loadGenerator.js';
import type { BenchOptions } from './options.js';
import { startParts } from './processes/parts.js';

/** Whether to measure the embedded default, because it was requested or because parts of the full stack are missing. */
async function choosesEmbedded(
  { embedded }: Pick<BenchOptions, 'embedded'>,
  say: (text: string) => void,
): Promise<boolean> {
  const missing: string[] = [];
  for (const command of ['redis-server', 'meilisearch']) if (!(await findProgram(command))) missing.push(command);
  if (missing.length > 0) say(`${missing.join(' and ')} not on PATH: measuring the embedded default`);
  return embedded || missing.length > 0;
}

/** Starts what all measurements of a catalog share, for the duration of the work. */
export async function withBench<T>(
  options: BenchOptions,
  { catalog, say }: Pick<Bench, 'catalog' | 'say'>,
  work: (bench: Bench) => Promise<T>,
): Promise<T> {
  const language = await loadLanguage();
  const parts = await startParts({ embedded: await choosesEmbedded(options, say) });
  const load = startLoadGenerator();
  let filled: Promise<FilledDirectory> | undefined;
  const directory = () => {
    if (!filled) say(`loading and indexing ${catalog.length} services`);
    filled ??= startFilledDirectory(parts, catalog);
    return filled;
  };
  try {
    return await work({ ...options, parts, load, language, catalog, say, directory });
  } finally {
    load.close();
    await (await filled?.catch(() => undefined))?.close();
    await parts.close();
  }
}

/** Runs the chosen cases one after the other. */
export async function runBench(options: BenchOptions, say: (text: string) => void): Promise<CaseResult[]> {
  const { names, services, rounds } = options;
  const catalog = options.catalog === undefined ? await generateCatalog(services) : await readCatalog(options.catalog);
  const isChosen = (name: string) =>
    names.length === 0 || names.some((wanted) => name === wanted || name.startsWith(`${wanted}-`));
  return withBench(options, { catalog, say }, async (bench) => {
    const results: CaseResult[] = [];
    for (const benchCase of cases.filter(({ name }) => isChosen(name))) {
      if (benchCase.needs && !(await findProgram(benchCase.needs))) {
        say(`${benchCase.name}: not measured, ${benchCase.needs} is not on PATH`);
        continue;
      }
      say(`${benchCase.name}: preparing`);
      results.push(await compare(bench, benchCase, rounds));
    }
    return results;
  });
}
