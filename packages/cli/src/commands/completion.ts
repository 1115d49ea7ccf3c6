import { bashScript } from '../completion/bash.js';
import { commandTree } from '../completion/commandTree.js';
import { fishScript } from '../completion/fish.js';
import { zshScript } from '../completion/zsh.js';
import { defineCommand } from '../defineCommand.js';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };
const shells = ['bash', 'zsh', 'fish'] as const satisfies (keyof typeof scripts)[];

export const command = defineCommand({
  arguments: [{ name: 'SHELL', summary: 'bash, zsh or fish', choices: shells }],
  options: {},
  examples: [
    'source <(shirube completion bash)    # in ~/.bashrc',
    'source <(shirube completion zsh)     # in ~/.zshrc, after compinit',
    'shirube completion fish | source     # in ~/.config/fish/config.fish',
  ],
  async run({ positionals: [given] }, commands) {
    const shell = shells.find((name) => name === given) ?? 'bash';
    const script = scripts[shell](await commandTree(commands));
    return { data: { shell, script }, text: script.trimEnd() };
  },
});
