import { stripVTControlCharacters } from 'node:util';
import { Command } from '@commander-js/extra-typings';
import { reasonOf } from '@shirube/contracts';

/**
 * A program, named as people call it: `shirube`, `npm run bench --`. Where commander would end the process it throws,
 * for `runProgram`, and what is wrong is said in one sentence. Its commands are set up alike.
 */
export function newCommand(name: string) {
  const [title] = name.replace('npm run ', '').split(' ');
  return new Command(name)
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .configureOutput({
      getOutHelpWidth: () => 120,
      getErrHelpWidth: () => 120,
      outputError: (text, write) =>
        write(`${title}: ${sentenceOf(stripVTControlCharacters(text).replace('error: ', ''))}\n`),
    })
    .exitOverride();
}

/** What an error says, as a sentence. */
export function sentenceOf(error: unknown): string {
  const reason = reasonOf(error).replace(/\.$/, '');
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}
