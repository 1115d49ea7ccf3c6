import { argumentChoices, type CompletionPoint, takesFile } from './commandTree.js';
import { quote } from './quote.js';

/** A completion script for fish. */
export function fishScript(points: readonly CompletionPoint[]): string {
  const paths = points.filter(({ path }) => path).map(({ path }) => quote(path));
  const lines = points.flatMap((point) => {
    const here = `complete -c shirube -n "__shirube_place ${quote(point.path)}"`;
    return [
      ...point.words.map(({ word, summary }) => `${here} -a ${quote(word)} -d ${quote(summary)}`),
      ...argumentChoices(point).map((word) => `${here} -a ${quote(word)}`),
      ...point.options.map(({ name, option }) => {
        const value = option.type === 'boolean' ? '' : ' -x';
        const choices = option.choices ? ` -a ${quote(option.choices.join(' '))}` : '';
        return `${here} -l ${name}${value}${choices} -d ${quote(option.summary)}`;
      }),
      ...(takesFile(point) ? [`${here} -F`] : []),
    ];
  });
  return `# fish completion of shirube: shirube completion fish | source
function __shirube_place
  set -l place ''
  for word in (commandline -opc)[2..]
    set -l longer (string trim -- "$place $word")
    switch $longer
      case ${paths.join(' ')}
        set place $longer
    end
  end
  test "$place" = "$argv[1]"
end
complete -c shirube -f
${lines.join('\n')}
`;
}
