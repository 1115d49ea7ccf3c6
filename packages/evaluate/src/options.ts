import { newCommand, Option, UsageError } from '@shirube/cli/command-line';
import { demoBaseline } from './baseline.js';
import { engineNames } from './engines.js';
import { readMinimums } from './minimums.js';

export const command = newCommand('npm run evaluate --')
  .description(`Sends every query of a set to intent search, and prints how good the results are by language and kind of query, how they
have changed since the last recorded run, and how well probability and confidence are calibrated. By default it uses the
demo catalog and its intents.`)
  .addOption(
    new Option('--engine <NAME>', 'meilisearch uses MEILI_URL and MEILI_API_KEY, or starts the program on PATH')
      .choices(engineNames)
      .default('embedded'),
  )
  .option('--compare', 'run both engines, and print how much of their first ten results they have in common')
  .option(
    '--catalog <FILE>',
    'services as NDJSON: name, description, and other fields of a registration if there are any',
  )
  .option(
    '--queries <FILE>',
    'queries as NDJSON: {"lang": "ja", "q": "…", "relevant": ["name", …]}; optional are "grades" by endpoint (2, 1) and a "kind"; a query without a right answer has no relevant names',
  )
  .option(
    '--made-trust',
    'give every service a random trust, to see what trust costs if it is unrelated to relevance',
    false,
  )
  .option('--baseline <FILE>', 'where runs are recorded; the demo set has a file of its own')
  .option('--record', 'record this run')
  .option('--misses', 'list the queries without a relevant service among the first three')
  .option(
    '--min <RULES>',
    'exit with 1 when a figure is lower, such as ja:ndcg=0.8,en:mrr=0.7 (ndcg, mrr, recall, hit3)',
    readMinimums,
  )
  .option('--json', 'print JSON instead of a table');

export type Options = ReturnType<typeof readOptions>;

/** Returns the options of the parsed command line. */
export function readOptions() {
  const { engine, compare, min, ...options } = command.opts();
  const { catalog, queries, record } = options;
  if (catalog !== undefined && queries === undefined) throw new UsageError('--catalog needs --queries FILE');
  const baseline = options.baseline ?? (queries === undefined ? demoBaseline : undefined);
  if (record && baseline === undefined) throw new UsageError('--record needs --baseline FILE for this set');
  return { ...options, baseline, engines: compare ? engineNames : [engine], minimums: min ?? [] };
}
