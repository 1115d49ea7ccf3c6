import { setTimeout as delay } from 'node:timers/promises';
import { newCommand, runProgram, wholeNumber } from '@shirube/cli/command-line';
import { reasonOf } from '@shirube/contracts';
import type { Part } from './processes/index.js';
import { stackBanner, stackData } from './stack/describeStack.js';
import { type Stack, startStack } from './stack/startStack.js';

const command = newCommand('npm run stack --')
  .description(`Runs the full stack on this machine, from redis-server, meilisearch and nginx on PATH: Postgres, Redis,
Meilisearch, the write APIs, the read APIs, the indexers, and the gateway in front of them. Ctrl-C stops everything.

If DATABASE_URL is set, it names the Postgres to use. Otherwise the stack starts its own.
A part that exits or is killed is restarted after a second, as docker compose would do.`)
  .option('--write-api <N>', 'write APIs to run', wholeNumber(1, 16), 1)
  .option('--read-api <N>', 'read APIs to run', wholeNumber(1, 16), 1)
  .option('--nodes <N>', 'search nodes to run, each a Meilisearch with its own indexers', wholeNumber(1, 8), 1)
  .option('--indexer <N>', 'indexers to run for each search node', wholeNumber(1, 16), 1)
  .option('--port <N>', 'port of the gateway on 127.0.0.1; a free one when left out', wholeNumber(1, 65_535))
  .option('--data <DIR>', 'keep the data in DIR; by default in a temporary directory, removed when the stack stops')
  .option('--json', 'print addresses, process ids and keys as one line of JSON');

const restartAfter = 1_000;
const say = (sentence: string) => process.stderr.write(`${sentence}\n`);

let stopping = false;

async function restart(part: Part, how: string): Promise<void> {
  if (stopping) return;
  say(`${part.name} ${how}; restarting it.`);
  await delay(restartAfter);
  if (!stopping) await part.launch().catch((error: Error) => say(`${part.name}: ${error.message}`));
}

function keepUntilSignal(stack: Stack): void {
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    say('Stopping …');
    stack.close().then(
      () => process.exit(0),
      (error: Error) => {
        say(error.message);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}

command.action(async ({ writeApi, readApi, indexer, nodes, port, data, json }) => {
  let started = false;
  const stack = await startStack({
    nodes,
    writeApis: writeApi,
    readApis: readApi,
    indexers: indexer,
    port,
    directory: data,
    databaseUrl: process.env.DATABASE_URL || undefined,
    onStarted: (name) => {
      if (!json) say(`${name} runs`);
    },
    // A part that exits during startup makes the startup fail, so it is not restarted.
    onUnexpectedEnd: (part, how) => void (started && restart(part, how)),
    onPostgresDied: (reason) => say(`postgres died: ${reason}; restarting it.`),
  });
  started = true;
  keepUntilSignal(stack);
  process.stdout.write(json ? `${JSON.stringify(stackData(stack))}\n` : stackBanner(stack));
});

try {
  process.exitCode = await runProgram(command, process.argv.slice(2));
} catch (error) {
  say(reasonOf(error));
  process.exit(1);
}
