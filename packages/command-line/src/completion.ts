import type { CommandUnknownOpts } from '@commander-js/extra-typings';

/** A position on the command line, such as `keys create`, and what may follow it. */
interface Place {
  path: string;
  /** The possible words, each with its summary. */
  offers: (readonly [word: string, summary: string])[];
  takesFile: boolean;
}

/** Returns every position on the command line, starting with the empty one. */
function placesOf(command: CommandUnknownOpts, path = ''): Place[] {
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const place = {
    path,
    offers: [
      ...command.commands.map((below) => [below.name(), below.summary()] as const),
      ...choices.map((word) => [word, word] as const),
      ...optionsOf(command).map(({ long, description }) => [long ?? '', description] as const),
    ],
    takesFile: command.registeredArguments.some((argument) => argument.name() === 'FILE'),
  };
  return [place, ...command.commands.flatMap((below) => placesOf(below, `${path} ${below.name()}`.trim()))];
}

/** The options of a command. A command group offers its subcommands instead. */
const optionsOf = (command: CommandUnknownOpts) =>
  command.commands.length > 0 ? [] : command.createHelp().visibleOptions(command);

/** Returns the options that take a value, without duplicates, with their known values. */
function valuesOf(command: CommandUnknownOpts): Map<string, readonly string[]> {
  const own = optionsOf(command).filter(({ required }) => required);
  return new Map([
    ...own.map(({ long, argChoices }) => [long ?? '', argChoices ?? []] as const),
    ...command.commands.flatMap((below) => [...valuesOf(below)]),
  ]);
}

/** Quotes text as one word of bash, zsh or fish. Single quotes in the text itself are replaced by apostrophes. */
const quote = (text: string) => `'${text.replaceAll("'", '’')}'`;
const lines = <T>(of: Iterable<T>, line: (one: T) => string) => [...of].map(line).join('\n');
const longer = (places: readonly Place[]) => places.slice(1).map(({ path }) => quote(path));

/** The loop, for bash and zsh, that follows the words as far as they lead to a known position. */
const findPlace = (words: string, places: readonly Place[]) => `  for word in "\${${words}}"; do
    case "\${place:+$place }$word" in
      ${longer(places).join('|')}) place="\${place:+$place }$word" ;;
    esac
  done`;

const scripts = {
  bash: (name: string, places: readonly Place[], values: Map<string, readonly string[]>) =>
    `# bash completion of ${name}: source <(${name} completion bash)
_${name}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local place='' word words='' files=''
${findPlace('COMP_WORDS[@]:1:COMP_CWORD-1', places)}
  case "$previous" in
${lines(values, ([option, choices]) => `    ${option}) mapfile -t COMPREPLY < <(compgen -W ${quote(choices.join(' '))} -- "$current"); return ;;`)}
  esac
  case "$place" in
${lines(places, ({ path, offers, takesFile }) => `    ${quote(path)}) words=${quote(offers.map(([word]) => word).join(' '))}; files=${takesFile ? 1 : ''} ;;`)}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current"; [[ $files ]] && compgen -f -- "$current")
}
complete -o filenames -F _${name} ${name}`,

  zsh: (name: string, places: readonly Place[], values: Map<string, readonly string[]>) => {
    const offer = ([word, summary]: readonly [string, string]) => quote(`${word.replaceAll(':', '\\:')}:${summary}`);
    return `#compdef ${name}
# zsh completion of ${name}: source <(${name} completion zsh)
_${name}() {
  local place='' word files=''
  local -a offers
${findPlace('(@)words[2,CURRENT-1]', places)}
  case "$words[CURRENT-1]" in
${lines(values, ([option, choices]) => `    ${option}) compadd -- ${choices.map(quote).join(' ')}; return ;;`)}
  esac
  case "$place" in
${lines(places, ({ path, offers, takesFile }) => `    ${quote(path)}) offers=(${offers.map(offer).join(' ')}); files=${takesFile ? 1 : "''"} ;;`)}
  esac
  _describe '${name}' offers
  [[ -n $files ]] && _files
}
compdef _${name} ${name}`;
  },

  fish: (name: string, places: readonly Place[], values: Map<string, readonly string[]>) => {
    const offered = ({ path, offers, takesFile }: Place) => {
      const here = `complete -c ${name} -n "__${name}_place ${quote(path)}"`;
      const words = offers.map(([word, summary]) => {
        const option = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${quote(word)}`;
        const choices = values.get(word);
        return `${here} ${option}${choices ? ` -x -a ${quote(choices.join(' '))}` : ''} -d ${quote(summary)}`;
      });
      return [...words, ...(takesFile ? [`${here} -F`] : [])].join('\n');
    };
    return `# fish completion of ${name}: ${name} completion fish | source
function __${name}_place
  set -l place ''
  for word in (commandline -opc)[2..]
    set -l longer (string trim -- "$place $word")
    switch $longer
      case ${longer(places).join(' ')}
        set place $longer
    end
  end
  test "$place" = "$argv[1]"
end
complete -c ${name} -f
${lines(places, offered)}`;
  },
};

export const shells = ['bash', 'zsh', 'fish'] as const satisfies (keyof typeof scripts)[];

/** Returns the completion script of a program for a shell. */
export function completionScript(program: CommandUnknownOpts, name: string, shell: (typeof shells)[number]): string {
  return scripts[shell](name, placesOf(program), valuesOf(program));
}
