import { setTimeout as delay } from 'node:timers/promises';
import { runProgram } from '@shirube/command-line';
import { reasonOf } from '@shirube/contracts';
import { stackBanner, stackData } from './describeStack.js';
import { command } from './options.js';
import type { Part } from './part.js';
import { type Stack, startStack } from './startStack.js';

const restartAfter = 1_000;
const say = (sentence: string) => process.stderr.write(`${sentence}\n`);

let stopping = false;

async function restart(part: Part, how: string): Promise<void> {
  if (stopping) return;
  say(`${part.name} ${how}; it is started again.`);
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
    // While it starts, a part that ends makes the start fail.
    onUnexpectedEnd: (part, how) => void (started && restart(part, how)),
    onPostgresDied: (reason) => say(`postgres died: ${reason}; it is started again.`),
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
