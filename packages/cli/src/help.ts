import { commands } from './commands.js';
import type { ArgumentSpec, Command, CommandEntry, OptionSpec } from './defineCommand.js';
import { program } from './program.js';

/** An example as it can be pasted; npm says nothing of its own where another program reads the output. */
function asCalled(example: string): string {
  const isRead = /[|>(]|--json/.test(example);
  return example.replace('shirube ', `${isRead ? program.replace('run', 'run --silent') : program} `);
}

const columns = (rows: readonly (readonly [string, string])[]) => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
};

/** The commands of a group (`keys`), or all of them. */
export function groupHelp(group: string): string {
  const shown = commands.filter(({ path }) => !group || path.startsWith(`${group} `));
  return `Usage: ${program} ${group ? `${group} ` : ''}<command>

The operator's command line of Shirube. It works on the data directory (DATA_DIR, default .data) or, when they
are set, on DATABASE_URL, REDIS_URL and MEILI_URL: the same variables that the services read.

${columns(shown.map(({ path, summary }) => [path, summary]))}

Every command takes --help and --json; ${program} --version prints the version.
`;
}

const argumentForm = ({ name, optional, many }: ArgumentSpec) => {
  const form = many ? `${name}...` : name;
  return optional ? `[${form}]` : form;
};

function optionForm(name: string, { short, type, value, choices, multiple }: OptionSpec): string {
  const forms = `${short ? `-${short}, ` : ''}--${name}`;
  if (type === 'boolean') return forms;
  return `${forms} ${value ?? choices?.join('|') ?? 'VALUE'}${multiple ? ' ...' : ''}`;
}

/** How to use one command. */
export function commandHelp({ path, summary }: CommandEntry, command: Command): string {
  const parts = [
    `Usage: ${[program, path, ...command.arguments.map(argumentForm), '[options]'].join(' ')}`,
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    ...(command.notes ? [command.notes] : []),
    ...(command.arguments.length > 0
      ? [`Arguments:\n${columns(command.arguments.map((argument) => [argument.name, argument.summary]))}`]
      : []),
    `Options:\n${columns(
      Object.entries(command.options).map(([name, option]) => [optionForm(name, option), option.summary]),
    )}`,
    `Examples:\n${command.examples.map((example) => `  ${asCalled(example)}`).join('\n')}`,
  ];
  return `${parts.join('\n\n')}\n`;
}
