import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { failures, readTap } from './readTap.js';
import { handlingSignals } from './run.js';
import { executable } from './testFiles.js';
import { root } from './workspace.js';

// One more than the number of cores, because many files wait for processes. At most four, because they start processes.
const atOnce = Math.min(4, availableParallelism() + 1);
// Far more than the longest file takes, also on a machine that has a tenth of its processor time for a while.
const secondsPerFile = '1200';

/**
 * Runs the test files, each in its own process and several at a time. Prints the result of each file with its failures
 * and returns the totals.
 * @param {string[]} files
 * @param {NodeJS.ProcessEnv} env
 */
export async function runTests(files, env) {
  // Imported here, because it has been built only by now.
  const { guardAgainstDeath, killGroup } = await import('../../local-postgres/dist/index.js');
  /** @type {Set<number>} */
  const running = new Set();
  const waiting = [...files];
  const counts = { passed: 0, failed: 0, skipped: 0 };
  /** @type {Map<string, number>} */
  const skipped = new Map();

  const runFile = async (/** @type {string} */ file) => {
    const started = performance.now();
    // A separate process group, so that all its processes can be ended.
    const child = spawn(process.execPath, ['--enable-source-maps', executable(file)], {
      cwd: root,
      // Endpoints in tests are made up, so nothing but the monitor's own tests may call them.
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
