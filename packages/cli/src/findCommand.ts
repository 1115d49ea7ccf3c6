import { editDistance } from '@shirube/contracts';
import { UsageError } from './commandError.js';
import { commands } from './commands.js';
import type { CommandEntry } from './defineCommand.js';

export type Found =
  | { entry: CommandEntry; rest: string[] }
  /** Words that several commands begin with, such as `keys`, or none at all. */
  | { group: string; unknown: string | undefined };

/** The command that the arguments begin with, and what is left of them. */
export function findCommand(args: readonly string[]): Found {
  const firstOption = args.findIndex((word) => word.startsWith('-'));
  const words = firstOption < 0 ? args : args.slice(0, firstOption);
  for (const entry of commands) {
    const path = entry.path.split(' ');
    if (path.every((word, at) => word === words[at])) return { entry, rest: args.slice(path.length) };
  }
  const [first, second] = words;
  const isGroup = commands.some(({ path }) => path.startsWith(`${first} `));
  return isGroup ? { group: first ?? '', unknown: second } : { group: '', unknown: first };
}

/**
 * What to say of a word that is no command: names the one that was meant, if it is but a slip away. What changes
 * something is named only to who has begun to write it: "get" is a slip away from "set", and means something else.
 */
export function unknownCommand(group: string, word: string): UsageError {
  const wanted = group ? `${group} ${word}` : word;
  const [nearest] = commands
    .filter(({ path }) => !group || path.startsWith(`${group} `))
    // The name of a group changes nothing.
    .map(({ path, changes }) =>
      group || !path.includes(' ') ? { path, changes } : { path: path.split(' ', 1).join() },
    )
    .map((named) => ({ changes: undefined, ...named, distance: editDistance(named.path, wanted) }))
    .sort((one, other) => one.distance - other.distance);
  const slips = Math.max(1, Math.floor(word.length / 3));
  const isMeant =
    nearest && nearest.distance <= slips && (!nearest.changes || nearest.path.startsWith(wanted));
  const guess = isMeant ? ` Did you mean "${nearest.path}"?` : '';
  return new UsageError(`"${wanted}" is not a command.${guess}`);
}
