import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';

/** The program was called wrongly, in a way that only its work shows: exit status 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Everything is done and said, and this is the exit status. */
export class EndWith extends CommanderError {
  constructor(status: number) {
    super(status, 'end', '');
  }
}

/** Runs a command line to its exit status: 2, and a sentence, where it was called wrongly. What else fails is thrown. */
export async function runProgram(program: CommandUnknownOpts, args: readonly string[]): Promise<number> {
  try {
    await program.parseAsync(args, { from: 'user' }).catch((error: unknown) => {
      if (error instanceof UsageError) called(program).error(error.message);
      throw error;
    });
    return 0;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error instanceof EndWith || error.exitCode === 0 ? error.exitCode : 2;
  }
}

/** The command that the words of the command line have led to. */
function called(command: CommandUnknownOpts): CommandUnknownOpts {
  const next = command.commands.find((below) => below.name() === command.args[0]);
  return next ? called(next) : command;
}
