import { runProgram, sentenceOf } from '@shirube/command-line';
import { CommandError } from './commandError.js';
import { commandTree } from './commandTree.js';

/** Runs one command line; returns the exit status, and never throws: a failure is one sentence on standard error. */
export async function run(args: readonly string[]): Promise<number> {
  try {
    return await runProgram(commandTree, args);
  } catch (error) {
    const told = error instanceof CommandError ? error.message : sentenceOf(error);
    process.stderr.write(`shirube: ${told}\n`);
    return 1;
  }
}
