import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { handlingSignals, run } from './run.js';
import { failures, tapReport } from './tapReport.js';
import { root } from './workspace.js';

const tap = 'node_modules/.bin/tap';

/** Adapts tap to the plugins package.json names, which each installation undoes. */
export async function buildTap() {
  const built = join(
    realpathSync(join(root, 'node_modules/tap')),
    '../@tapjs/test/test-built/dist/esm/index.js',
  );
  if (!/@tapjs\/(typescript|mock)/.test(readFileSync(built, 'utf8'))) return;
  await run('Building tap', tap, ['build']);
}

/**
 * Runs the test files two at a time, shows what fails, and returns the sums.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export async function runTap(args, env) {
  const child = spawn(tap, ['--reporter=tap', '--jobs=2', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    // A group of its own, so that all of it can be ended.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Built by now, as everything that is tested.
  const { guardAgainstDeath, killGroup } = await import('../processes/dist/index.js');
  const group = child.pid ?? 0;
  const callOff = guardAgainstDeath(-group, 'KILL');
  const endGroup = () => killGroup(group);
  const report = tapReport(({ ok, name, time, lines }) => {
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} ${time}`);
    if (!ok) console.log(failures(lines).join('\n'));
  });
  const lines = createInterface({ input: child.stdout }).on('line', report.line);
  await handlingSignals(endGroup, async () => {
    const [[code]] = await Promise.all([once(child, 'exit'), once(lines, 'close')]);
    report.end();
    if (code !== 0) report.counts.failed ||= 1;
  });
  endGroup();
  callOff();
  return report;
}
