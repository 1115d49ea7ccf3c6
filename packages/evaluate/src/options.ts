import { parseArgs } from 'node:util';
import { demoBaseline } from './baseline.js';
import { type EngineName, engineNames } from './engines.js';
import { type Minimum, readMinimums } from './minimums.js';
import { UsageError } from './usageError.js';

export const help = `Usage: npm run evaluate -- [options]

Asks intent search every query of a set and prints how good the answers are, per language and per kind of query, how
that has changed since the last recorded run, and what scores and confidence tell.

  --engine NAME     embedded (default) or meilisearch: that of MEILI_URL and MEILI_API_KEY, else one from PATH
  --compare         run both engines, and print how much of their first ten results they have in common
  --catalog FILE    services as NDJSON: name, description and what else there is of a registration
  --queries FILE    queries as NDJSON: {"lang": "ja", "q": "…", "relevant": ["name", …]}; if there are any, also
                    "grades" by endpoint (2, 1), and a "kind"; nothing relevant: a query without an answer
                    without these two the demo catalog and its intents are used
  --made-trust      give every service a trust by chance, to see what trust costs where it says nothing of relevance
  --baseline FILE   where runs are recorded; the demo set has a file of its own
  --record          record this run
  --misses          list the queries without a relevant service among the first three
  --min RULES       exit with 1 when a figure is lower, such as ja:ndcg=0.8,en:mrr=0.7 (ndcg, mrr, recall, hit3)
  --json            print JSON instead of a table
  --help            print this`;

export interface Options {
  engines: EngineName[];
  catalog?: string | undefined;
  queries?: string | undefined;
  baseline?: string | undefined;
  madeTrust: boolean;
  record: boolean;
  misses: boolean;
  minimums: Minimum[];
  json: boolean;
  help: boolean;
}

/** Reads the command line; throws a UsageError that says what to write instead. */
export function readOptions(args: string[]): Options {
  const values = parse(args);
  const { catalog, queries, record, misses, json, help } = values;
  if (catalog !== undefined && queries === undefined) throw new UsageError('--catalog needs --queries FILE');
  const baseline = values.baseline ?? (queries === undefined ? demoBaseline : undefined);
  if (record && baseline === undefined) throw new UsageError('--record needs --baseline FILE for this set');
  return {
    engines: values.compare ? [...engineNames] : [readEngine(values.engine)],
    catalog,
    queries,
    baseline,
    madeTrust: values['made-trust'],
    record,
    misses,
    minimums: readMinimums(values.min),
    json,
    help,
  };
}

function readEngine(text: string): EngineName {
  const engine = engineNames.find((name) => name === text);
  if (engine === undefined) throw new UsageError(`--engine must be one of ${engineNames.join(', ')}`);
  return engine;
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        engine: { type: 'string', default: 'embedded' },
        compare: { type: 'boolean', default: false },
        catalog: { type: 'string' },
        queries: { type: 'string' },
        baseline: { type: 'string' },
        'made-trust': { type: 'boolean', default: false },
        record: { type: 'boolean', default: false },
        misses: { type: 'boolean', default: false },
        min: { type: 'string', default: '' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
