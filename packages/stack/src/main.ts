import { setTimeout as delay } from 'node:timers/promises';
import { stackBanner, stackData } from './describeStack.js';
import { readOptions, UsageError, usage } from './options.js';
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

try {
  const { help, json, stack: options } = readOptions(process.argv.slice(2));
  if (help) {
    process.stdout.write(usage);
    process.exit(0);
  }
  let started = false;
  const stack = await startStack({
    ...options,
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
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exit(error instanceof UsageError ? 2 : 1);
}
