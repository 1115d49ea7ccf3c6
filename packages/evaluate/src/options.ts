import { newCommand, Option, UsageError } from '@shirube/command-line';
import { demoBaseline } from './baseline.js';
import { engineNames } from './engines.js';
import { readMinimums } from './minimums.js';

export const command = newCommand('npm run evaluate --')
  .description(`Asks intent search every query of a set and prints how good the answers are, per language and per kind of query, how
that has changed since the last recorded run, and what probability and confidence tell. Without --catalog and --queries the
demo catalog and its intents are used. The model of EMBEDDER_URL and EMBEDDER_MODEL is used if they are set.`)
  .addOption(
    new Option('--engine <NAME>', 'meilisearch is that of MEILI_URL and MEILI_API_KEY, else one from PATH')
      .choices(engineNames)
      .default('embedded'),
  )
  .option('--compare', 'run both engines, and print how much of their first ten results they have in common')
  .option('--catalog <FILE>', 'services as NDJSON: name, description and what else there is of a registration')
  .option(
    '--queries <FILE>',
    'queries as NDJSON: {"lang": "ja", "q": "…", "relevant": ["name", …]}; if there are any, also "grades" by endpoint (2, 1), and a "kind"; nothing relevant: a query without an answer',
  )
  .option(
    '--made-trust',
    'give every service a trust by chance, to see what trust costs where it says nothing of relevance',
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
  const { engine, compare, min, ...given } = command.opts();
  const { catalog, queries, record } = given;
  if (catalog !== undefined && queries === undefined) throw new UsageError('--catalog needs --queries FILE');
  const baseline = given.baseline ?? (queries === undefined ? demoBaseline : undefined);
  if (record && baseline === undefined) throw new UsageError('--record needs --baseline FILE for this set');
  return { ...given, baseline, engines: compare ? engineNames : [engine], minimums: min ?? [] };
}
