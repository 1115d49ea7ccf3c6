import { stripVTControlCharacters } from 'node:util';
import { Command } from '@commander-js/extra-typings';
import { reasonOf } from '@shirube/contracts';

/**
 * Creates a program with the name that people call it by: `shirube`, `npm run bench --`. Where commander would exit the
 * process, it throws instead, for `runProgram`. Errors are printed as one sentence. Subcommands inherit this setup.
 */
export function newCommand(name: string) {
  const [title] = name.replace('npm run ', '').split(' ');
  return new Command(name)
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .configureHelp({ commandDescription })
    .configureOutput({
      getOutHelpWidth: () => 120,
      getErrHelpWidth: () => 120,
      outputError: (text, write) =>
        write(`${title}: ${sentenceOf(stripVTControlCharacters(text).replace('error: ', ''))}\n`),
    })
    .exitOverride();
}

/** Joins the lines of each paragraph, which are wrapped again. Indented lines stay as they are. */
const commandDescription = (command: { description(): string }): string =>
  command.description().replace(/(?<!\n)\n(?=\S)/g, ' ');

/** Returns the message of an error as a sentence. */
export function sentenceOf(error: unknown): string {
  const reason = reasonOf(error);
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${/[.?]$/.test(reason) ? '' : '.'}`;
}
