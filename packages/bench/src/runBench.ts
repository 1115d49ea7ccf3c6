import type { Registration } from '@shirube/contracts';
import { findProgram } from '@shirube/dev/processes';
import { loadLanguage } from '@shirube/language';
import type { Bench, CaseResult } from './benchCase.js';
import { cases } from './cases/cases.js';
import { madeCatalog } from './catalog/madeCatalog.js';
import { readCatalog } from './catalog/readCatalog.js';
import { compare } from './compare.js';
import { type FilledDirectory, startFilledDirectory } from './filledDirectory.js';
import { startLoadGenerator } from './load/loadGenerator.js';
import type { BenchOptions } from './options.js';
import { startParts } from './processes/parts.js';

/** Whether to measure the embedded default, because it was requested or because parts of the full stack are missing. */
export async function choosesEmbedded(
  { embedded }: Pick<BenchOptions, 'embedded'>,
  say: (text: string) => void,
): Promise<boolean> {
  const missing: string[] = [];
  for (const command of ['redis-server', 'meilisearch']) if (!(await findProgram(command))) missing.push(command);
  if (missing.length > 0) say(`${missing.join(' and ')} not on PATH: measuring the embedded default`);
  return embedded || missing.length > 0;
}

export async function chooseCatalog({ catalog, services }: BenchOptions): Promise<Registration[]> {
  return catalog === undefined ? madeCatalog(services) : readCatalog(catalog);
}

/** Runs the chosen cases one after the other. */
export async function runBench(options: BenchOptions, say: (text: string) => void): Promise<CaseResult[]> {
  const embedded = await choosesEmbedded(options, say);
  const language = await loadLanguage();
  const catalog = await chooseCatalog(options);
  const parts = await startParts({ embedded });
  const load = startLoadGenerator();
  let filled: Promise<FilledDirectory> | undefined;
  const bench: Bench = {
    ...options,
    parts,
    load,
    language,
    catalog,
    say,
    directory() {
      if (!filled) say(`loading and indexing ${catalog.length} services`);
      filled ??= startFilledDirectory(parts, catalog);
      return filled;
    },
  };
  const isChosen = (name: string) =>
    options.names.length === 0 || options.names.some((wanted) => name === wanted || name.startsWith(`${wanted}-`));
  const chosen = cases.filter(({ name }) => isChosen(name));
  const results: CaseResult[] = [];
  try {
    for (const benchCase of chosen) {
      if (benchCase.needs && !(await findProgram(benchCase.needs))) {
        say(`${benchCase.name}: not measured, ${benchCase.needs} is not on PATH`);
        continue;
      }
      say(`${benchCase.name}: preparing`);
      results.push(await compare(bench, benchCase, options.rounds));
    }
    return results;
  } finally {
    load.close();
    await (await filled?.catch(() => undefined))?.close();
    await parts.close();
  }
}
