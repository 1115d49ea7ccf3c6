import { parseArgs } from 'node:util';
import type { StackOptions } from './startStack.js';

export const usage = `Usage: npm run stack -- [options]

Runs the full stack on this machine, from redis-server, meilisearch and nginx on PATH: Postgres, Redis,
Meilisearch, the write APIs, the read APIs, the indexers, and the gateway in front of them. Ctrl-C ends all.

Options:
  --write-api N  write APIs to run (default 1)
  --read-api N   read APIs to run (default 1)
  --nodes N      search nodes to run, each a Meilisearch with indexers of its own (default 1)
  --indexer N    indexers to run for each search node (default 1)
  --port N       port of the gateway on 127.0.0.1 (default: a free one)
  --data DIR     keep the data in DIR (default: a temporary directory, which goes with the stack)
  --json         print addresses, process ids and keys as one line of JSON
  --help         show this

DATABASE_URL, when set, names the Postgres to use; else one of the stack's own is started.
A part that ends by itself, or is killed, is started again after a second, as docker compose would do.
`;

/** The command was called wrongly. */
export class UsageError extends Error {
  override name = 'UsageError';
}

function wholeNumber(option: string, text: string | undefined, range: [from: number, to: number]) {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= range[0] && number <= range[1]) return number;
  throw new UsageError(`--${option} must be a whole number from ${range[0]} to ${range[1]}, not "${text}".`);
}

/** Reads the command line. */
export function readOptions(args: string[]): { help: boolean; json: boolean; stack: StackOptions } {
  const { values } = parse(args);
  return {
    help: values.help ?? false,
    json: values.json ?? false,
    stack: {
      nodes: wholeNumber('nodes', values.nodes, [1, 8]),
      writeApis: wholeNumber('write-api', values['write-api'], [1, 16]),
      readApis: wholeNumber('read-api', values['read-api'], [1, 16]),
      indexers: wholeNumber('indexer', values.indexer, [1, 16]),
      port: wholeNumber('port', values.port, [1, 65_535]),
      directory: values.data,
      databaseUrl: process.env.DATABASE_URL || undefined,
    },
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        'write-api': { type: 'string' },
        'read-api': { type: 'string' },
        nodes: { type: 'string' },
        indexer: { type: 'string' },
        port: { type: 'string' },
        data: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
