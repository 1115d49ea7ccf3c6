import { UsageError } from './commandError.js';
import { commands } from './commands.js';
import { describeError } from './describeError.js';
import { findCommand, unknownCommand } from './findCommand.js';
import { commandHelp, groupHelp } from './help.js';
import { program } from './program.js';

/** Runs one command line; returns the exit status, and never throws: a failure is one sentence on standard error. */
export async function run(args: readonly string[]): Promise<number> {
  const found = findCommand(args);
  const called = 'entry' in found ? found.entry.path : found.group;
  try {
    return await dispatch(args, found);
  } catch (error) {
    process.stderr.write(`shirube: ${describeError(error)}\n`);
    if (!(error instanceof UsageError)) return 1;
    process.stderr.write(`See: ${[program, called, '--help'].filter(Boolean).join(' ')}\n`);
    return 2;
  }
}

async function dispatch(args: readonly string[], found: ReturnType<typeof findCommand>): Promise<number> {
  if (args.length === 1 && args[0] === '--version') {
    const { version } = await import('@shirube/contracts');
    process.stdout.write(`${version}\n`);
    return 0;
  }
  if ('group' in found) {
    if (found.unknown !== undefined) throw unknownCommand(found.group, found.unknown);
    const asked = args.includes('--help') || args.includes('-h');
    (asked ? process.stdout : process.stderr).write(groupHelp(found.group));
    return asked ? 0 : 2;
  }
  const { command } = await found.entry.load();
  const { help, json, run } = command.parse(found.rest);
  if (help) {
    process.stdout.write(commandHelp(found.entry, command));
    return 0;
  }
  const outcome = await run(commands);
  if (!outcome) return 0;
  process.stdout.write(json ? `${JSON.stringify(outcome.data, null, 2)}\n` : `${outcome.text}\n`);
  return outcome.exitCode ?? 0;
}
