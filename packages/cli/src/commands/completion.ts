import { Argument, completionScript, shells } from '@shirube/command-line';
import { defineCommand } from '../defineCommand.js';

export const completion = defineCommand({
  path: 'completion',
  summary: 'print a completion script for a shell',
  examples: [
    'source <(shirube completion bash)    # in ~/.bashrc',
    'source <(shirube completion zsh)     # in ~/.zshrc, after compinit',
    'shirube completion fish | source     # in ~/.config/fish/config.fish',
  ],
  form: (command) => command.addArgument(new Argument('<SHELL>', 'the shell to print it for').choices(shells)),
  async run(shell, _options, { parent }) {
    const script = parent ? completionScript(parent, 'shirube', shell) : '';
    return { data: { shell, script }, text: script };
  },
});
