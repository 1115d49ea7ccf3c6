import type { ArgumentSpec, CommandEntry, OptionSpec } from '../defineCommand.js';

/** One place on the command line (`keys`, `keys create`, or the beginning) and what may follow there. */
export interface CompletionPoint {
  path: string;
  /** The next words of longer commands, with what they do. */
  words: { word: string; summary: string }[];
  options: { name: string; option: OptionSpec }[];
  arguments: readonly ArgumentSpec[];
}

/** Every place on the command line, beginning with the empty one. */
export async function commandTree(commands: readonly CommandEntry[]): Promise<CompletionPoint[]> {
  const points = new Map<string, CompletionPoint>();
  const pointAt = (path: string) => {
    const point = points.get(path) ?? { path, words: [], options: [], arguments: [] };
    points.set(path, point);
    return point;
  };
  const offer = (path: string, word: string, summary: string) => {
    const { words } = pointAt(path);
    if (!words.some((known) => known.word === word)) words.push({ word, summary });
  };
  for (const { path, summary, load } of commands) {
    const [first = '', second] = path.split(' ');
    offer('', first, second === undefined ? summary : `commands of ${first}`);
    if (second !== undefined) offer(first, second, summary);
    const { command } = await load();
    const point = pointAt(path);
    point.arguments = command.arguments;
    point.options = Object.entries(command.options).map(([name, option]) => ({ name, option }));
  }
  return [...points.values()];
}

/** Whether a file name may stand there. */
export const takesFile = (point: CompletionPoint) => point.arguments.some(({ name }) => name === 'FILE');

/** The words that may stand there as arguments. */
export const argumentChoices = (point: CompletionPoint) =>
  point.arguments.flatMap(({ choices }) => choices ?? []);

/** Options with a fixed set of values, each name once. */
export function optionChoices(points: readonly CompletionPoint[]): Map<string, readonly string[]> {
  const choices = new Map<string, readonly string[]>();
  for (const { name, option } of points.flatMap(({ options }) => options)) {
    if (option.choices) choices.set(name, option.choices);
  }
  return choices;
}
