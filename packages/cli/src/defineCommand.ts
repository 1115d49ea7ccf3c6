import { parseArgs } from 'node:util';
import { UsageError } from './commandError.js';

/** One option of a command; `type`, `short` and `multiple` are what node:util parseArgs reads. */
export interface OptionSpec {
  type: 'string' | 'boolean';
  short?: string;
  multiple?: boolean;
  summary: string;
  /** What stands for the value in the help, such as NAME. */
  value?: string;
  choices?: readonly string[];
}
export type OptionSpecs = Record<string, OptionSpec>;

/** One positional argument, such as ID or FILE. */
export interface ArgumentSpec {
  name: string;
  summary: string;
  optional?: boolean;
  many?: boolean;
  choices?: readonly string[];
}

/** What a command found or did: `data` for --json, `text` for people; a status other than 0 for a failure it explains. */
export interface Outcome {
  data: unknown;
  text: string;
  exitCode?: number;
}

/** Nothing is left to print: the command has written its output itself. */
export type Written = undefined;

/** Options that every command has. */
export const commonOptions = {
  json: { type: 'boolean', summary: 'print JSON for programs' },
  help: { type: 'boolean', short: 'h', summary: 'print this help' },
} as const satisfies OptionSpecs;

type Parsed<O extends OptionSpecs> = ReturnType<
  typeof parseArgs<{
    args: string[];
    options: O & typeof commonOptions;
    allowPositionals: true;
    strict: true;
  }>
>;

export interface CommandSpec<O extends OptionSpecs> {
  arguments?: readonly ArgumentSpec[];
  options: O;
  /** What else there is to know, a paragraph for the help. */
  notes?: string;
  examples: readonly string[];
  run(
    input: Pick<Parsed<O>, 'values' | 'positionals'>,
    commands: readonly CommandEntry[],
  ): Promise<Outcome | Written>;
}

/** A command as the runner sees it. */
export interface Command {
  arguments: readonly ArgumentSpec[];
  options: OptionSpecs;
  notes: string | undefined;
  examples: readonly string[];
  /** Checks the arguments, with a UsageError that says what is wrong, and makes ready to run, knowing all commands. */
  parse(args: string[]): {
    help: boolean;
    json: boolean;
    run(commands: readonly CommandEntry[]): Promise<Outcome | Written>;
  };
}

/** A command in the table: its words, what it does in a few words, and where it is. */
export interface CommandEntry {
  path: string;
  summary: string;
  /** Whether it changes anything: such a command is not guessed. */
  changes?: true;
  load(): Promise<{ command: Command }>;
}

/** Makes a command of its description; `run` gets its options typed as described. */
export function defineCommand<const O extends OptionSpecs>(spec: CommandSpec<O>): Command {
  const options = { ...spec.options, ...commonOptions };
  const expected = spec.arguments ?? [];
  return {
    arguments: expected,
    options,
    notes: spec.notes,
    examples: spec.examples,
    parse(args) {
      const parsed = parseStrictly(() => parseArgs({ args, options, allowPositionals: true, strict: true }));
      const common = parseArgs({
        args,
        options: commonOptions,
        allowPositionals: true,
        strict: false,
      }).values;
      const help = common.help === true;
      if (!help) {
        checkChoices(options, parsed.values);
        checkPositionals(expected, parsed.positionals);
      }
      return { help, json: common.json === true, run: (commands) => spec.run(parsed, commands) };
    },
  };
}

function parseStrictly<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // What follows the first sentence explains the syntax of a shell.
    const sentence = error.message.split(/\. |\n/)[0] ?? error.message;
    throw new UsageError(`${sentence.replace(/\.$/, '')}.`);
  }
}

function checkChoices(options: OptionSpecs, values: object): void {
  for (const [name, value] of Object.entries(values)) {
    const choices = options[name]?.choices;
    for (const given of [value].flat()) {
      if (choices && !choices.includes(given)) {
        throw new UsageError(`--${name} must be ${choices.join(' or ')}, not "${given}".`);
      }
    }
  }
}

function checkPositionals(expected: readonly ArgumentSpec[], given: readonly string[]): void {
  const missing = expected.find((argument, at) => !argument.optional && given[at] === undefined);
  if (missing) throw new UsageError(`${missing.name} is missing: ${missing.summary}.`);
  const surplus = given[expected.length];
  if (surplus !== undefined && !expected.at(-1)?.many) {
    throw new UsageError(`"${surplus}" is one argument too many.`);
  }
  for (const [at, { name, choices }] of expected.entries()) {
    const value = given[at];
    if (choices && value !== undefined && !choices.includes(value)) {
      throw new UsageError(`${name} must be ${choices.join(' or ')}, not "${value}".`);
    }
  }
}
