/** A command that a document shows, and what it says that the command prints. */
export interface ShownCommand {
  file: string;
  line: number;
  command: string;
  /** Empty when nothing is shown. */
  output: string;
}

const block = /^```(sh|bash|console)\n(.*?)^```\n(?:\n```json\n(.*?)^```\n)?/gms;

/**
 * The commands of a document, in its order: the lines of `sh` blocks, a `bash` block as a whole, and what follows `$` in
 * `console` blocks, whose other lines are what is printed. A `json` block right behind one is what its last command
 * prints.
 */
export function readCommands(file: string, text: string): ShownCommand[] {
  return [...text.matchAll(block)].flatMap(({ index, 1: kind, 2: lines = '', 3: json = '' }) => {
    const line = text.slice(0, index).split('\n').length + 1;
    if (kind === 'bash') return { file, line, command: lines, output: '' };
    if (kind === 'sh') {
      const commands = splitCommands(lines).map(({ at, command }) => ({
        file,
        line: line + at,
        command,
        output: '',
      }));
      const last = commands.at(-1);
      if (last) last.output = json;
      return commands;
    }
    const shown: ShownCommand[] = [];
    for (const [at, entry] of lines.split(/^(?=\$ )/m).entries()) {
      const [{ command = '' } = {}] = splitCommands(entry.replace(/^\$ /, ''));
      const output = entry.slice('$ '.length + command.length).trim();
      shown.push({ file, line: line + at, command, output });
    }
    const last = shown.at(-1);
    if (last && json) last.output = json;
    return shown;
  });
}

/** The commands of a script: a line goes on while it ends with a backslash or a quote is open. */
function splitCommands(script: string): { at: number; command: string }[] {
  const commands: { at: number; command: string }[] = [];
  let open = '';
  for (const [at, line] of script.split('\n').entries()) {
    open = open ? `${open}\n${line}` : line;
    const quotes = open.replaceAll(/"[^"]*"/g, '').split("'").length - 1;
    if (open.endsWith('\\') || quotes % 2 === 1) continue;
    if (open.trim() && !open.startsWith('#')) commands.push({ at, command: open });
    open = '';
  }
  return commands;
}
