import { Command, type CommandUnknownOpts, EndWith, sentenceOf } from '@shirube/command-line';
import { program } from './program.js';

/** What a command found or did: `data` for --json, `text` for people; a status other than 0 for a failure it explains. */
export interface Outcome {
  data: unknown;
  text: string;
  exitCode?: number;
}

/** Nothing is left to print: the command has written its output itself. */
type Written = undefined;

/** An example as it can be pasted; npm says nothing of its own where another program reads the output. */
function asCalled(example: string): string {
  const isRead = /[|>(]|--json/.test(example);
  return example.replace('shirube ', `${isRead ? program.replace('run', 'run --silent') : program} `);
}

const base = (path: string) => new Command(path).option('--json', 'print JSON for programs');
type Base = ReturnType<typeof base>;
type BaseOptions = ReturnType<Base['opts']>;

interface CommandSpec<A extends unknown[], O> {
  /** Its words, such as `keys create`. */
  path: string;
  summary: string;
  /** What else there is to know, a paragraph for the help. */
  notes?: string;
  examples: readonly string[];
  /** Adds its arguments and options. */
  form?(command: Base): { processedArgs: A; opts(): O };
  run(...given: [...A, O, CommandUnknownOpts]): Promise<Outcome | Written>;
}

/** Makes a command of its description; `run` gets its arguments and options typed as they are described. */
export function defineCommand<A extends unknown[] = [], O = BaseOptions>(spec: CommandSpec<A, O>): CommandUnknownOpts;
export function defineCommand(spec: CommandSpec<unknown[], BaseOptions>): CommandUnknownOpts {
  const { path, summary, notes, examples, form, run } = spec;
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
    if (exitCode) throw new EndWith(exitCode);
  });
}
