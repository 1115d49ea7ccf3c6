import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';

/** A usage error that only the command itself can detect. The exit status is 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Ends the program with this exit status. All output has been printed already. */
export class ExitError extends CommanderError {
  constructor(status: number) {
    super(status, 'end', '');
  }
}

/** Runs a command line and returns its exit status: 2 with a message on a usage error. Other errors are thrown. */
export async function runProgram(program: CommandUnknownOpts, args: readonly string[]): Promise<number> {
  try {
    await program.parseAsync(args, { from: 'user' }).catch((error: unknown) => {
      if (error instanceof UsageError) called(program).error(error.message);
      throw error;
    });
    return 0;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error instanceof ExitError || error.exitCode === 0 ? error.exitCode : 2;
  }
}

/** Returns the command that was called. */
function called(command: CommandUnknownOpts): CommandUnknownOpts {
  const next = command.commands.find((below) => below.name() === command.args[0]);
  return next ? called(next) : command;
}
