import { newCommand, wholeNumber } from '@shirube/command-line';

export const command = newCommand('npm run stack --')
  .description(`Runs the full stack on this machine, from redis-server, meilisearch and nginx on PATH: Postgres, Redis,
Meilisearch, the write APIs, the read APIs, the indexers, and the gateway in front of them. Ctrl-C ends all.

DATABASE_URL, when set, names the Postgres to use; else one of the stack's own is started.
A part that ends by itself, or is killed, is started again after a second, as docker compose would do.`)
  .option('--write-api <N>', 'write APIs to run', wholeNumber(1, 16), 1)
  .option('--read-api <N>', 'read APIs to run', wholeNumber(1, 16), 1)
  .option('--nodes <N>', 'search nodes to run, each a Meilisearch with indexers of its own', wholeNumber(1, 8), 1)
  .option('--indexer <N>', 'indexers to run for each search node', wholeNumber(1, 16), 1)
  .option('--port <N>', 'port of the gateway on 127.0.0.1; a free one when left out', wholeNumber(1, 65_535))
  .option('--data <DIR>', 'keep the data in DIR; else in a temporary directory, which goes with the stack')
  .option('--json', 'print addresses, process ids and keys as one line of JSON');
