import { basename } from 'node:path';
import { ExitError, runProgram } from '@shirube/cli/command-line';
import { readBaseline, recordRun } from './baseline.js';
import { readCatalogEntries } from './catalogEntries.js';
import { evaluate, type Run } from './evaluate.js';
import { meanOverlap, misses } from './figures.js';
import { shortfalls } from './minimums.js';
import { command, type Options, readOptions } from './options.js';
import { readQueries } from './queries.js';
import { calibrationLines, change, miss, table } from './report.js';

export interface Output {
  log(text: string): void;
  error(text: string): void;
}

/** Runs the command line and returns its exit status: 1 if a minimum is not reached, 2 if the usage is wrong. */
export function run(args: string[], output: Output): Promise<number> {
  const program = command
    .configureOutput({
      writeOut: (text) => output.log(text.trimEnd()),
      writeErr: (text) => output.error(text.trimEnd()),
    })
    .action(() => evaluateAll(readOptions(), output));
  return runProgram(program, args);
}

async function evaluateAll(options: Options, output: Output): Promise<void> {
  const entries = await readCatalogEntries(options.catalog, options);
  const queries = await readQueries(options.queries);
  const recorded = options.baseline === undefined ? {} : await readBaseline(options.baseline);
  const runs: Run[] = [];
  for (const engine of options.engines) runs.push(await evaluate(engine, entries, queries));

  const short = runs.flatMap(({ engine, figures }) =>
    shortfalls(options.minimums, figures).map((sentence) => `${engine}: ${sentence}`),
  );
  const [first, second] = runs;
  const overlap = first && second ? meanOverlap(first.answers, second.answers) : undefined;
  if (options.json) {
    output.log(JSON.stringify(toJson(options, runs, recorded, overlap), undefined, 2));
  } else {
    const set = options.queries === undefined ? 'demo' : basename(options.queries);
    for (const run of runs) {
      output.log(`${set} on ${run.engine}: ${entries.length} services, ${queries.length} queries`);
      output.log(table(run, recorded[run.engine]));
      output.log(`${calibrationLines(run.calibration)}\n`);
      if (options.misses) for (const answer of misses(run.answers)) output.log(miss(answer));
    }
    if (overlap !== undefined) output.log(`in common: ${(10 * overlap).toFixed(2)} of the top 10`);
  }
  for (const sentence of short) output.error(sentence);
  if (options.record && options.baseline !== undefined) {
    for (const { engine, figures } of runs) await recordRun(options.baseline, engine, figures);
  }
  if (short.length > 0) throw new ExitError(1);
}

function toJson(
  options: Options,
  runs: Run[],
  recorded: Awaited<ReturnType<typeof readBaseline>>,
  overlap: number | undefined,
) {
  return {
    runs: runs.map(({ engine, figures, kinds, calibration, answers }) => ({
      engine,
      kinds,
      calibration,
      languages: Object.fromEntries(
        Object.entries(figures).map(([lang, own]) => [
          lang,
          { ...own, change: change(own, recorded[engine]?.[lang]) ?? null },
        ]),
      ),
      ...(options.misses
        ? {
            misses: misses(answers).map(({ query, tokens, names }) => ({ ...query, tokens, top: names })),
          }
        : {}),
    })),
    overlap,
  };
}
