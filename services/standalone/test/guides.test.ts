import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Settings } from '@shirube/service-kit';
import { startDirectory } from '@shirube/testing';
import t from 'tap';
import { problemCodes } from './operations/problemCodes.js';

const run = promisify(execFile);
const root = new URL('../../../', import.meta.url);
const guide = (name: string) => readFile(new URL(`docs/guides/${name}`, root), 'utf8');

t.test('errors.md names every code that the source can make, with its status, and no other', async (t) => {
  const text = await guide('errors.md');
  const rows = [...text.matchAll(/^\| `(\w+)`\s*\| (\d{3})/gm)].map(([, code = '', status = '']) => ({
    code,
    status: Number(status),
  }));
  const folders = ['services', 'packages/service-kit/src'].map((path) => fileURLToPath(new URL(path, root)));
  const { codes, unclear } = await problemCodes(folders);
  t.strictSame(unclear, [], 'every HttpProblem was understood');
  t.ok(codes.length > 15, `${codes.length} places make errors`);
  for (const { code, status, file } of codes) {
    const row = rows.find((row) => row.code === code);
    t.ok(row, `${code} of ${file.slice(fileURLToPath(root).length)}`);
    if (status !== undefined) t.equal(row?.status, status, code);
  }
  const known = new Set(codes.map(({ code }) => code));
  t.strictSame(
    rows.filter(({ code }) => !known.has(code)),
    [],
  );
});

t.test('every line of the guides that can be pasted does what they say', async (t) => {
  const directory = await startDirectory(t);
  const expected: Record<string, RegExp[]> = {
    'errors.md': [
      /"path":"colour".*"path":"limit".*\n400$/s,
      /"path":"description".*"path":"name".*"path":"pricing\.pricePerRequest".*\n400$/s,
    ],
    'agents.md': [/"structuredContent":.*\n200$/s, /find_services.*\n200$/s, /"services":.*\n200$/s],
  };
  for (const [name, answers] of Object.entries(expected)) {
    const text = (await guide(name)).replaceAll('http://127.0.0.1:3000', directory.url);
    const commands = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, command = '']) => command);
    t.equal(commands.length, answers.length, name);
    for (const [i, command] of commands.entries()) {
      const { stdout } = await run('sh', ['-c', command.replace('curl ', 'curl -w "\\n%{http_code}" ')], {
        env: { ...process.env, SHIRUBE_KEY: directory.apiKey },
      });
      t.match(stdout, answers[i], command);
    }
  }
});

t.test(
  'the lines of the README that can be pasted do what it says, and it names every variable',
  async (t) => {
    const directory = await startDirectory(t);
    const readme = await readFile(new URL('README.md', root), 'utf8');
    const commands = [...readme.matchAll(/^```console\n\$ (curl .*?)^```/gms)].map(([, command = '']) =>
      command.replaceAll('http://127.0.0.1:3000', directory.url),
    );
    const answers = [
      /"constraints":\{"maxPricePerRequest":"0\.05","currency":"USD"\}/,
      /"name":"Tokyo Weather".*"status":"unverified"/,
    ];
    t.equal(commands.length, answers.length);
    for (const [i, command] of commands.entries()) {
      const { stdout } = await run('sh', ['-c', command], {
        env: { ...process.env, SHIRUBE_KEY: directory.apiKey },
      });
      t.match(stdout, answers[i], command);
    }
    for (const name of Object.keys(Settings.properties)) t.match(readme, `\`${name}\``, name);
  },
);
