import { argumentChoices, type CompletionPoint, optionChoices, takesFile } from './commandTree.js';
import { quote } from './quote.js';

const offer = (word: string, summary: string) => quote(`${word.replaceAll(':', '\\:')}:${summary}`);

/** A completion script for zsh. */
export function zshScript(points: readonly CompletionPoint[]): string {
  const paths = points.filter(({ path }) => path).map(({ path }) => quote(path));
  const values = [...optionChoices(points)].map(
    ([name, choices]) => `    --${name}) compadd -- ${choices.map(quote).join(' ')}; return ;;`,
  );
  const places = points.map((point) => {
    const offers = [
      ...point.words.map(({ word, summary }) => offer(word, summary)),
      ...argumentChoices(point).map((word) => offer(word, word)),
      ...point.options.map(({ name, option }) => offer(`--${name}`, option.summary)),
    ];
    return `    ${quote(point.path)}) offers=(${offers.join(' ')}); files=${takesFile(point) ? 1 : "''"} ;;`;
  });
  return `#compdef shirube
# zsh completion of shirube: source <(shirube completion zsh)
_shirube() {
  local place='' word files=''
  local -a offers
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${place:+$place }$word" in
      ${paths.join('|')}) place="\${place:+$place }$word" ;;
    esac
  done
  case "$words[CURRENT-1]" in
${values.join('\n')}
  esac
  case "$place" in
${places.join('\n')}
  esac
  _describe 'shirube' offers
  [[ -n $files ]] && _files
}
compdef _shirube shirube
`;
}
