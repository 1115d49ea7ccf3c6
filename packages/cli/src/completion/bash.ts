import { argumentChoices, type CompletionPoint, optionChoices, takesFile } from './commandTree.js';
import { quote } from './quote.js';

/** A completion script for bash. */
export function bashScript(points: readonly CompletionPoint[]): string {
  const paths = points.filter(({ path }) => path).map(({ path }) => quote(path));
  const values = [...optionChoices(points)].map(
    ([name, choices]) =>
      `    --${name}) mapfile -t COMPREPLY < <(compgen -W ${quote(choices.join(' '))} -- "$current"); return ;;`,
  );
  const places = points.map((point) => {
    const words = [
      ...point.words.map(({ word }) => word),
      ...argumentChoices(point),
      ...point.options.map(({ name }) => `--${name}`),
    ];
    return `    ${quote(point.path)}) words=${quote(words.join(' '))}; files=${takesFile(point) ? 1 : ''} ;;`;
  });
  return `# bash completion of shirube: source <(shirube completion bash)
_shirube() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local path='' word words='' files=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${paths.join('|')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$previous" in
${values.join('\n')}
  esac
  case "$path" in
${places.join('\n')}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current"; [[ $files ]] && compgen -f -- "$current")
}
complete -o filenames -F _shirube shirube
`;
}
