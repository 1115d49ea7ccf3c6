import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { keepSeconds, longestFirst, readSeconds } from './fileSeconds.js';
import { failures, readTap } from './readTap.js';
import { handlingSignals } from './run.js';
import { executable } from './testFiles.js';
import { startParts } from './testParts.js';
import { root } from './workspace.js';

// Two more than the number of cores, because many files wait for processes. At most four, because they start processes.
const workers = Math.min(4, availableParallelism() + 2);
// Far more than the longest file takes, also on a machine that has a tenth of its processor time for a while.
const maxSeconds = '1200';
const listedFiles = 10;

/** Settings of a directory that a developer may have set, which must not reach those of the tests. */
const withoutSettings = {
  DATABASE_URL: undefined,
  REDIS_URL: undefined,
  MEILI_URL: undefined,
  MEILI_API_KEY: undefined,
};

/**
 * Runs the test files, each in its own process. Several workers take the files, the longest first; each has its own
 * Postgres, Redis and Meilisearch. Prints the result of each file with its failures, and returns the totals.
 * @param {readonly string[]} files
 */
export async function runTests(files) {
  // Imported here, because it has been built only by now.
  const { guardAgainstDeath, killGroup } = await import('../../local-postgres/dist/index.js');
  const earlier = readSeconds();
  /** @type {Map<string, number>} */
  const seconds = new Map();
  /** @type {Set<number>} */
  const running = new Set();
  const waiting = longestFirst(files, earlier);
  const counts = { passed: 0, failed: 0, skipped: 0 };
  /** @type {Map<string, number>} */
  const skipped = new Map();
  const started = performance.now();
  const workerCount = Math.min(workers, files.length);
  console.log(`${files.length} test files, ${workerCount} at a time${expectation(waiting, earlier, workerCount)}`);

  const runFile = async (/** @type {string} */ file, /** @type {NodeJS.ProcessEnv} */ env) => {
    const begun = performance.now();
    // A separate process group, so that all its processes can be ended.
    const child = spawn(process.execPath, ['--enable-source-maps', executable(file)], {
      cwd: root,
      // Endpoints in tests are made up, so nothing but the monitor's own tests may call them.
      env: { ...process.env, ...withoutSettings, TAP_TIMEOUT: maxSeconds, MONITOR: 'off', ...env },
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
    const taken = secondsSince(begun);
    if (!failed) seconds.set(file, taken);
    console.log(`${failed ? 'FAILED' : 'ok    '} ${file} ${taken} s`);
    if (failed) console.log(failures(lines).join('\n'));
  };
  const work = async () => {
    const parts = await startParts();
    try {
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) await runFile(file, parts.env);
    } finally {
      await parts.stop();
    }
  };
  const endAll = () => {
    waiting.length = 0;
    for (const group of running) killGroup(group);
  };
  await handlingSignals(endAll, () => Promise.all(Array.from({ length: workerCount }, work)));
  keepSeconds(seconds);
  if (files.length > listedFiles) console.log(`\n${slowest(seconds)}`);
  console.log(`\n${files.length} files in ${minutes(secondsSince(started))}`);
  return { counts, skipped };
}

/**
 * Says how long the files will take, as far as it is known.
 * @param {readonly string[]} files
 * @param {Record<string, number>} earlier
 * @param {number} workerCount
 */
function expectation(files, earlier, workerCount) {
  const known = files.flatMap((file) => earlier[file] ?? []);
  if (known.length === 0) return '. How long they take here is known after the first run.';
  const sum = known.reduce((total, each) => total + each, 0);
  // Files that never ran here take as long as the others on average.
  const expected = Math.max((sum / known.length) * (files.length / workerCount), ...known);
  return `: about ${minutes(Math.ceil(expected))}, judging by the last run`;
}

/** @param {ReadonlyMap<string, number>} seconds */
function slowest(seconds) {
  const sorted = [...seconds].sort(([, a], [, b]) => b - a).slice(0, listedFiles);
  return ['The slowest files:', ...sorted.map(([file, taken]) => `${String(taken).padStart(7)} s  ${file}`)].join('\n');
}

/** @param {number} start */
const secondsSince = (start) => Math.round((performance.now() - start) / 100) / 10;

/** @param {number} seconds */
const minutes = (seconds) => (seconds < 90 ? `${seconds} s` : `${(seconds / 60).toFixed(1)} minutes`);
