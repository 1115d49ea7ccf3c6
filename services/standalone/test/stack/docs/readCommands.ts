/** A command in a document, and the output that the document shows for it. */
export interface ShownCommand {
  file: string;
  line: number;
  command: string;
  /** Empty if the document shows no output. */
  output: string;
}

const block = /^```(sh|bash|console)\n(.*?)^```\n(?:\n```json\n(.*?)^```\n)?/gms;

/**
 * Returns the commands of a document in order: the lines of `sh` blocks, a `bash` block as a whole, and the lines after
 * `$` in `console` blocks, whose other lines are the output. A `json` block directly after one of these is the output
 * of its last command.
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
    const commands: ShownCommand[] = [];
    for (const [at, entry] of lines.split(/^(?=\$ )/m).entries()) {
      const [{ command = '' } = {}] = splitCommands(entry.replace(/^\$ /, ''));
      const output = entry.slice('$ '.length + command.length).trim();
      commands.push({ file, line: line + at, command, output });
    }
    const last = commands.at(-1);
    if (last && json) last.output = json;
    return commands;
  });
}

/** Returns the commands of a script. A line continues while it ends with a backslash or a quote is open. */
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
