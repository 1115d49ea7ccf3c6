import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { failures, readTap } from './readTap.js';
import { handlingSignals } from './run.js';
import { executable } from './testFiles.js';
import { root } from './workspace.js';

// One more than there are cores, since many files wait for processes; four leave room for what they start.
const atOnce = Math.min(4, availableParallelism() + 1);
const secondsPerFile = '600';

/**
 * Runs the test files, each in a process of its own and some at a time, tells of each as it ends with what failed in it,
 * and returns the sums.
 * @param {string[]} files
 * @param {NodeJS.ProcessEnv} env
 */
export async function runTests(files, env) {
  // Built by now, as everything that is tested.
  const { guardAgainstDeath, killGroup } = await import('../processes/dist/index.js');
  /** @type {Set<number>} */
  const running = new Set();
  const waiting = [...files];
  const counts = { passed: 0, failed: 0, skipped: 0 };
  /** @type {Map<string, number>} */
  const skipped = new Map();

  const runFile = async (/** @type {string} */ file) => {
    const started = performance.now();
    // A group of its own, so that all of it can be ended.
    const child = spawn(process.execPath, ['--enable-source-maps', executable(file)], {
      cwd: root,
      // What tests register is nobody's: only the monitor's own tests ask for it.
      env: { ...process.env, TAP_TIMEOUT: secondsPerFile, MONITOR: 'off', ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const group = child.pid ?? 0;
    running.add(group);
    const callOff = guardAgainstDeath(-group, 'KILL');
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    killGroup(group);
    callOff();
    running.delete(group);

    const lines = output.split('\n');
    const result = readTap(lines);
    const failed = code === 0 ? result.failed : Math.max(result.failed, 1);
    counts.passed += result.passed;
    counts.failed += failed;
    counts.skipped += result.skipped.length;
    for (const what of result.skipped) skipped.set(what, (skipped.get(what) ?? 0) + 1);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${failed ? 'FAILED' : 'ok    '} ${file} ${seconds} s`);
    if (failed) console.log(failures(lines).join('\n'));
  };
  const runNext = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await runFile(file);
  };
  const endAll = () => {
    waiting.length = 0;
    for (const group of running) killGroup(group);
  };
  await handlingSignals(endAll, () => Promise.all(Array.from({ length: atOnce }, runNext)));
  return { counts, skipped };
}
