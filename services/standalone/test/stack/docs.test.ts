import { readdir, readFile, writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import t from 'tap';
import { startFreshClone } from './docs/freshClone.js';
import { masked, maskedJson } from './docs/masked.js';
import { readCommands } from './docs/readCommands.js';
import { shownJson, shownText } from './docs/shown.js';

// RENEW_DOCS=1 npm test -- services/standalone/test/stack/docs.test.ts writes the current output into the documents.
const renewing = process.env.RENEW_DOCS === '1';

const root = new URL('../../../../', import.meta.url);
const read = (file: string) => readFile(new URL(file, root), 'utf8');

async function documents(): Promise<string[]> {
  const docs = await readdir(new URL('docs', root), { recursive: true });
  const guides = docs.filter((file) => file.endsWith('.md')).sort();
  return ['README.md', ...guides.map((file) => `docs/${file}`), 'packages/client/README.md', 'packages/page/README.md'];
}

/** Commands that take long, never end, or change the checkout. They are run with --help instead. */
const longRunning = /^npm (test|run (test:stack|stack|bench|evaluate|page|screenshots|format|image:check))\b/;
const isStart = (command: string) => /(^| )npm start\b/.test(command);

/** Returns the part of a line that can run here, without comments; empty if there is none. */
function runnable(command: string): string {
  const bare = command.startsWith('npm') ? command.replace(/\s+# .*$/, '') : command;
  if (/(^|&& )docker /.test(bare)) return bare.replace(/( && )?docker .*$/s, '').trim();
  if (!longRunning.test(bare) || bare.includes('--help')) return bare;
  return bare.includes(' -- ') ? `${bare} --help` : `${bare} -- --help`;
}

/** Makes curl fail when the directory responds with an error. */
const failing = (command: string) => command.replace(/^curl /, 'curl --fail-with-body ');

const claim = 'every command of the README and the guides works in a fresh clone, and prints what they say';

t.test(claim, async (t) => {
  const clone = await startFreshClone(t);
  const address = (text: string) => text.replaceAll('http://127.0.0.1:3000', clone.url);
  const proven = new Set<string>();
  let forDocker = 0;
  for (const file of await documents()) {
    let text = await read(file);
    for (const { line, command, output } of readCommands(file, text)) {
      const name = `${file}:${line} ${command.trim()}`;
      const wanted = runnable(command);
      if (wanted === '') forDocker += 1;
      // The clone already runs, so npm start is skipped. So are commands without output that have run before.
      if (wanted === '' || isStart(wanted) || (proven.has(wanted) && !output)) continue;
      proven.add(wanted);
      const { printed, code } = await clone.shell(address(failing(wanted)));
      if (!output) {
        t.equal(code, 0, code === 0 ? name : `${name}\n${printed}`);
        continue;
      }
      const isJson = /^[{[]/.test(output);
      const alike = isJson ? maskedJson : masked;
      if (!renewing) t.same(alike(printed), alike(address(output)), name);
      else if (!isDeepStrictEqual(alike(printed), alike(address(output)))) {
        const renewed = isJson ? shownJson(printed) : shownText(printed, clone.folder);
        text = text.replace(output, () => renewed);
      }
    }
    if (renewing) await writeFile(new URL(file, root), text);
  }
  t.pass(`${forDocker} lines with docker compose`, { skip: 'they need a Docker engine' });
  clone.directory.kill('SIGINT');
  t.match(await clone.directory.exited, { code: 0 });
});

t.test('no document tells the reader to run pnpm', async (t) => {
  for (const file of await documents()) t.notMatch(await read(file), /(^|`|\$ )pnpm /m, file);
});
