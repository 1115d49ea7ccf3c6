import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Settings } from '@shirube/service-kit';
import { isRunning, postgresOf, startProcess, temporaryDirectory, until } from '@shirube/testing';
import t, { type Test } from 'tap';
import { launchAtTerminal, launchStandalone, type ProcessOptions, startStandalone } from './standaloneProcess.js';

const bootstrap = fileURLToPath(new URL('../../../../packages/dev/bootstrap/start.js', import.meta.url));

/** Returns a port of this machine that is in use. */
async function takenPort(t: Test): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await until(() => server.listening, { message: 'nothing listens' });
  const address = server.address();
  return typeof address === 'object' ? String(address?.port) : '';
}

t.test('a start that cannot work ends with a sentence', async (t) => {
  const dataDir = await temporaryDirectory(t);

  await t.test('--help describes every variable', async (t) => {
    const help = await launchStandalone(t, { dataDir, args: ['--help'] });
    t.match(await help.exited, { code: 0 });
    const described = Object.entries(Settings.properties);
    for (const [name, { description = '' }] of described) {
      t.match(help.output().replaceAll(/ +/g, ' '), `\n ${name} ${description}`);
    }
    const before = await startProcess(t, 'node', [bootstrap, '--help']);
    t.match(await before.exited, { code: 0 });
    const settings = (text: string) => text.slice(text.indexOf('Settings, as environment variables:'));
    t.equal(settings(before.output()), settings(help.output()), 'npm start says the same, from the documentation');
  });

  await t.test('an unknown option is named', async (t) => {
    const wrong = await launchStandalone(t, { dataDir, args: ['--dmeo'] });
    t.match(await wrong.exited, { code: 2 });
    t.equal(wrong.output(), "Unknown option '--dmeo'. See: npm start -- --help\n");
  });

  const faults: [what: string, env: Record<string, string>, message: RegExp][] = [
    ['an invalid PORT is named', { PORT: '70000' }, /^PORT has an invalid value\. Expected: A whole number.*\.$/],
    ['an invalid LOG_LEVEL is named', { LOG_LEVEL: 'loud' }, /^LOG_LEVEL has an invalid value/],
    [
      'a BOOTSTRAP_API_KEY that is too short is named',
      { BOOTSTRAP_API_KEY: 'short' },
      /^BOOTSTRAP_API_KEY has an invalid value/,
    ],
  ];
  for (const [what, env, message] of faults) {
    await t.test(what, async (t) => {
      const wrong = await launchStandalone(t, { dataDir, env });
      t.match(await wrong.exited, { code: 1 });
      const line: { level: number; msg: string } = JSON.parse(wrong.output());
      t.match(line, { level: 60, service: 'standalone', msg: message }, 'one line of the log');
    });
  }

  await t.test('at a terminal the reasons are sentences without JSON', async (t) => {
    const used = await temporaryDirectory(t);
    const { process: running } = await startStandalone(t, { dataDir: used });
    const port = await takenPort(t);
    const situations: [options: ProcessOptions, message: RegExp][] = [
      [
        { dataDir: used },
        /^Shirube did not start: The data directory .* is in use by process \d+; stop it or choose another directory\.$/,
      ],
      [
        { dataDir, env: { PORT: port } },
        /^Shirube did not start: Port \d+ of 127\.0\.0\.1 is in use by another program: stop it, or set PORT to another\.$/,
      ],
      [{ dataDir, env: { PORT: '70000' } }, /^Shirube did not start: PORT has an invalid value\./],
      [{ dataDir, args: ['--dmeo'] }, /^Unknown option '--dmeo'\. See: npm start -- --help$/],
    ];
    for (const [options, message] of situations) {
      // On a busy machine Postgres may be slow to respond, and a log line would warn about it.
      const wrong = await launchAtTerminal(t, { ...options, env: { LOG_LEVEL: 'fatal', ...options.env } });
      t.not((await wrong.exited).code, 0);
      t.match(wrong.output().trim(), message);
      t.notMatch(wrong.output(), '{');
    }
    // Its Postgres stops with it. After SIGKILL it would still write to the directory while that is removed.
    running.kill();
    t.match(await running.exited, { code: 0 });
  });

  await t.test('a port that another program uses is named, and Postgres ends', async (t) => {
    const port = await takenPort(t);
    const wrong = await launchStandalone(t, { dataDir, env: { PORT: port } });
    t.match(await wrong.exited, { code: 1 });
    t.match(wrong.output(), `Port ${port} of 127.0.0.1 is in use by another program: stop it, or set PORT`);
    t.notMatch(wrong.output(), /\n\s+at /, 'without a stack');
    const { pid } = await postgresOf(dataDir).catch(() => ({ pid: 0 }));
    t.notOk(await isRunning(pid), 'Postgres has ended with it');
  });
});
