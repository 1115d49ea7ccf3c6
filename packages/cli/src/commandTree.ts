import { version } from '@shirube/contracts';
import { nearestNames } from '@shirube/domain';
import { type CommandUnknownOpts, newCommand } from './commandLine/index.js';
import * as commands from './commands.js';
import { program } from './program.js';

/** The whole command line. A command of two words is a subcommand of its group, such as `keys`. */
export const commandTree: CommandUnknownOpts = newCommand(program);
commandTree
  .description(`The operator's command line of Shirube. It works on the data directory (DATA_DIR, default .data) or, when they
are set, on DATABASE_URL, REDIS_URL and MEILI_URL: the same variables that the services read. Every command takes --help
and --json.`)
  .version(version, '--version', 'print the version')
  .configureHelp({
    ...commandTree.configureHelp(),
    visibleCommands: (command) => (command.commands.length > 0 ? commandsOf(command) : []),
    subcommandTerm: pathOf,
  });

for (const command of Object.values(commands)) {
  const [first = '', second] = command.name().split(' ');
  const group = second === undefined ? commandTree : groupOf(first);
  group.addCommand(command.name(second ?? first).copyInheritedSettings(group));
  explainErrors(command);
}
explainErrors(commandTree);

function groupOf(name: string): CommandUnknownOpts {
  const known = commandTree.commands.find((command) => command.name() === name);
  return known ?? explainErrors(commandTree.command(name).summary(`commands of ${name}`));
}

/** Returns the leaf commands of a command, or the command itself. */
export function commandsOf(command: CommandUnknownOpts): CommandUnknownOpts[] {
  return command.commands.length > 0 ? command.commands.flatMap(commandsOf) : [command];
}

/** Returns the path of a command, such as `keys create`. */
export function pathOf(command: CommandUnknownOpts): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}`.trim() : '';
}

function explainErrors(command: CommandUnknownOpts): CommandUnknownOpts {
  return command
    .showHelpAfterError(`See: ${[program, pathOf(command), '--help'].filter(Boolean).join(' ')}`)
    .on('command:*', ([word]: [string]) => {
      const wanted = [pathOf(command), word].filter(Boolean).join(' ');
      command.error(`"${wanted}" is not a command.${guess(command, word)}`);
    });
}

const onlyLooks = /^(doctor|export|health|list|moderated|search|show|status|verify)$/;

/**
 * Suggests a command that is only a typo away. A command that changes something is suggested only if its beginning was
 * typed: "get" is one letter away from "set", but means something else.
 */
function guess(group: CommandUnknownOpts, word: string): string {
  const safe = group.commands.filter(
    (command) => command.commands.length > 0 || onlyLooks.test(command.name()) || command.name().startsWith(word),
  );
  const [nearest] = nearestNames(
    word,
    safe.map((command) => command.name()),
  );
  const meant = safe.find((command) => command.name() === nearest);
  return meant ? ` Did you mean "${pathOf(meant)}"?` : '';
}
