import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { startDirectory } from '@shirube/testing';
import t from 'tap';

const run = promisify(execFile);
const guide = await readFile(new URL('../../../docs/guides/build-a-frontend.md', import.meta.url), 'utf8');
const directory = await startDirectory(t);

/** The code blocks of the guide, made to ask the directory of this test. */
function blocks(language: string): string[] {
  const found = guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'));
  return Array.from(found, ([, code = '']) => code.replaceAll('http://127.0.0.1:3000', directory.url));
}

t.test('every curl line of the guide is answered by the directory', async (t) => {
  const commands = blocks('sh');
  t.ok(commands.length > 4);
  for (const command of commands) {
    const { stdout } = await run('sh', ['-c', command.replace('curl ', 'curl -sS -w "\\n%{http_code}" ')]);
    t.match(stdout, command.includes('chain=bass') ? /"path":"limit".*\n400$/s : /\n200$/, command);
  }
});
