import { Command, type CommandUnknownOpts, ExitError, sentenceOf } from './commandLine/index.js';
import { program } from './program.js';

/** The result of a command: `data` for --json, `text` for people. A failure that `text` explains has an exit code. */
export interface Outcome {
  data: unknown;
  text: string;
  exitCode?: number;
}

/** The command has written its output itself, so there is nothing left to print. */
type Written = undefined;

/** Returns an example that can be pasted. npm must be silent if another program reads the output. */
function asCalled(example: string): string {
  const isRead = /[|>(]|--json/.test(example);
  return example.replace('shirube ', `${isRead ? program.replace('run', 'run --silent') : program} `);
}

const base = (path: string) => new Command(path).option('--json', 'print JSON for programs');
type Base = ReturnType<typeof base>;
type BaseOptions = ReturnType<Base['opts']>;

interface CommandSpec<A extends unknown[], O> {
  /** The words of the command, such as `keys create`. */
  path: string;
  summary: string;
  /** A further paragraph for the help. */
  notes?: string;
  /** Example calls. By default one without arguments and one with --json. */
  examples?: readonly string[];
  /** Adds the arguments and options. */
  form?(command: Base): { processedArgs: A; opts(): O };
  run(...args: [...A, O, CommandUnknownOpts]): Promise<Outcome | Written>;
}

/** Creates a command from its description. The types of the arguments of `run` are inferred from `form`. */
export function defineCommand<A extends unknown[] = [], O = BaseOptions>(spec: CommandSpec<A, O>): CommandUnknownOpts;
export function defineCommand(spec: CommandSpec<unknown[], BaseOptions>): CommandUnknownOpts {
  const { path, summary, notes, form, run } = spec;
  const { examples = [`shirube ${path}`, `shirube ${path} --json`] } = spec;
  const command = base(path)
    .summary(summary)
    .description([sentenceOf(summary), notes].filter(Boolean).join('\n\n'))
    .addHelpText('after', `\nExamples:\n${examples.map((example) => `  ${asCalled(example)}`).join('\n')}`);
  form?.(command);
  return command.action(async () => {
    const outcome = await run(...command.processedArgs, command.opts(), command);
    if (!outcome) return;
    const { data, text, exitCode } = outcome;
    process.stdout.write(`${command.opts().json ? JSON.stringify(data, null, 2) : text}\n`);
    if (exitCode) throw new ExitError(exitCode);
  });
}
