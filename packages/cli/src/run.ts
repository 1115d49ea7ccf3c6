import { ExchangeError } from '@shirube/exchange';
import { runProgram, sentenceOf } from './commandLine/index.js';
import { commandTree } from './commandTree.js';
import { CommandError } from './program.js';

/** Runs one command line and returns the exit status. Never throws: a failure is one sentence on standard error. */
export async function run(args: readonly string[]): Promise<number> {
  try {
    return await runProgram(commandTree, args);
  } catch (error) {
    const isExplained = error instanceof CommandError || error instanceof ExchangeError;
    const message = isExplained ? error.message : sentenceOf(error);
    process.stderr.write(`shirube: ${message}\n`);
    return 1;
  }
}
