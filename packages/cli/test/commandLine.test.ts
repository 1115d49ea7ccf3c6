import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { openApiDocument } from '@shirube/contracts';
import t from 'tap';
import { commandsOf, commandTree, pathOf } from '../dist/commandTree.js';
import { runProgram, shirube } from './shirube.js';

const commands = commandsOf(commandTree);

t.test('without a command the program lists all of them and fails, and with --help it succeeds', async (t) => {
  const { code, stdout, stderr } = await runProgram([], {});
  t.equal(code, 2);
  t.equal(stdout, '');
  for (const command of commands) {
    t.match(stderr, new RegExp(`^  ${pathOf(command)} +${command.summary()}$`, 'm'));
  }
  const help = await runProgram(['--help'], {});
  t.equal(help.code, 0);
  t.equal(help.stdout, stderr);
});

t.test('--version prints the version that every package has', async (t) => {
  const { code, stdout } = await runProgram(['--version'], {});
  t.equal(code, 0);
  const root = new URL('../../../', import.meta.url);
  const folders = ['packages', 'services'].flatMap((group) =>
    readdirSync(new URL(group, root), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(new URL(`${group}/${entry.name}/package.json`, root)))
      .map(({ name }) => `${group}/${name}/`),
  );
  t.ok(folders.length > 20);
  for (const folder of ['', ...folders]) {
    const { version } = JSON.parse(await readFile(new URL(`${folder}package.json`, root), 'utf8'));
    t.equal(`${version}\n`, stdout, folder);
  }
  t.equal(`${openApiDocument().info.version}\n`, stdout, 'the OpenAPI document');
});

t.test('called through npm the program names itself as npm calls it', async (t) => {
  const env = { npm_lifecycle_event: 'shirube' };
  const unknown = await runProgram(['keys', 'creat'], env);
  t.match(unknown.stderr, 'See: npm run shirube -- keys --help');
  const help = await runProgram(['export', '--help'], env);
  t.match(help.stdout, 'Usage: npm run shirube -- export [options] [FILE]');
  t.match(help.stdout, '  npm run shirube -- export catalog.json\n');
  t.match(help.stdout, '  npm run --silent shirube -- export | gzip', 'for programs without the words of npm');
});

t.test('the help of a group lists its commands', async (t) => {
  const { code, stdout } = await shirube(['keys', '--help'], {});
  t.equal(code, 0);
  t.match(stdout, 'keys create');
  t.notMatch(stdout, 'doctor');
});

t.test('every command has a help with an example, without any settings', async (t) => {
  let wrapped = 0;
  for (const path of commands.map(pathOf)) {
    const { code, stdout: help } = await shirube([...path.split(' '), '--help']);
    t.equal(code, 0);
    t.match(help, `Usage: shirube ${path}`);
    t.match(help, /--json +print JSON for programs/);
    t.match(help, `Examples:\n`);
    // Every line but the last of a paragraph is full: the first word of the next one would not fit.
    const [notes = ''] = help.split('\nOptions:');
    for (const [, line = '', word = ''] of notes.matchAll(/^(\S.*)\n(?=(\S+))/gm)) {
      t.ok(`${line} ${word}`.length > 120, line);
      wrapped += 1;
    }
  }
  t.ok(wrapped > 0);
});

t.test('the guide has every command with every option of its own', async (t) => {
  const guide = await readFile(new URL('../../../docs/operations/command-line.md', import.meta.url), 'utf8');
  for (const command of commands) {
    const path = pathOf(command);
    const row = guide.split('\n').find((line) => line.startsWith(`| \`${path}`)) ?? '';
    for (const { long } of command.options) if (long !== '--json') t.match(row, long);
    for (const argument of command.registeredArguments) {
      t.match(row, argument.argChoices?.join('\\|') ?? argument.name());
    }
    t.ok(row, path);
  }
});

t.test('a mistyped command is refused with the one that was meant', async (t) => {
  for (const [args, sentence] of [
    [['key', 'list'], '"key" is not a command. Did you mean "keys"?\n'],
    [['keys', 'creat'], '"keys creat" is not a command. Did you mean "keys create"?'],
    [['frobnicate'], '"frobnicate" is not a command.\n'],
    // A wrong guess could be a command that changes the catalog.
    [['services', 'lst'], 'Did you mean "services list"?'],
    [['services', 'get'], '"services get" is not a command.\n'],
  ] as const) {
    const { code, stdout, stderr } = await shirube(args, {});
    t.equal(code, 2);
    t.equal(stdout, '');
    t.match(stderr, sentence);
  }
});

t.test('a Postgres that cannot be used is reported in one sentence without the password', async (t) => {
  const { code, stdout, stderr } = await shirube(['keys', 'list'], {
    DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/shirube',
  });
  t.equal(code, 1);
  t.equal(stdout, '');
  t.match(stderr, /^shirube: Postgres at postgres:\/\/127\.0\.0\.1:1\/shirube cannot be used: .*\n$/);
  t.notMatch(stderr, 'secret');
});

t.test('an invalid variable is reported in one sentence that names it', async (t) => {
  const { code, stderr } = await shirube(['keys', 'list'], { PORT: 'x' });
  t.equal(code, 1);
  t.match(stderr, /^shirube: PORT has an invalid value\. Expected: .*\n$/);
});
