import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import t from 'tap';
import { shirube } from './shirube.js';

const execute = promisify(execFile);
const sources = new URL('../test/', import.meta.url);

/** Returns the completions that bash offers for these words. The last word is being typed. */
async function offered(script: string, ...words: string[]): Promise<string[]> {
  const ask = `${script}
COMP_WORDS=(shirube "$@"); COMP_CWORD=$#; _shirube; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await execute('bash', ['-c', ask, 'bash', ...words], { cwd: sources });
  return stdout.split('\n').filter(Boolean);
}

t.test('bash completes commands, options, their values and files', async (t) => {
  const { code, stdout: script } = await shirube(['completion', 'bash'], {});
  t.equal(code, 0);
  t.same(await offered(script, 'se'), ['services', 'settlements']);
  t.same(await offered(script, 'keys', ''), ['create', 'list', 'revoke']);
  t.same(await offered(script, 'keys', 'create', '--e'), ['--expires']);
  t.same(await offered(script, 'keys', 'create', '--name', 'x', '--scope', ''), [
    'services:write',
    'settlements:write',
    'admin',
  ]);
  t.same(await offered(script, 'services', 'set', 'ID', '--status', 'ver'), ['verified']);
  t.same(await offered(script, 'import', 'completion.t'), ['completion.test.ts']);
  t.same(await offered(script, 'completion', 'z'), ['zsh']);
});

t.test('zsh and fish read their scripts', async (t) => {
  for (const shell of ['zsh', 'fish']) {
    const { code, stdout: script } = await shirube(['completion', shell], {});
    t.equal(code, 0);
    t.match(script, 'keys create');
    const check = execute(shell, ['-n', '-c', script]);
    await check.catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      t.pass(shell, { skip: `${shell} is not on PATH` });
    });
  }
});

t.test('another shell is refused', async (t) => {
  const { code, stderr } = await shirube(['completion', 'tcsh'], {});
  t.equal(code, 2);
  t.match(stderr, /'tcsh' is invalid .* Allowed choices are bash, zsh, fish/);
});
