import { growth } from './growth.js';
import { measureMonitor } from './measureMonitor.js';
import { measureTrust } from './measureTrust.js';
import { help, readOptions, UsageError } from './options.js';
import { table, writeJson } from './report.js';
import { runBench } from './runBench.js';

const started = performance.now();

/** Shows what is going on, on the error output, so that the table alone reaches the standard output. */
function say(text: string): void {
  process.stderr.write(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options?.growth) {
    const rows = await growth(options, say);
    console.table(
      rows.map((row) => Object.fromEntries(Object.entries(row).map(([k, v]) => [k, +v.toFixed(2)]))),
    );
  } else if (options?.monitor) {
    console.table([await measureMonitor(options.services, say)]);
  } else if (options?.trust) {
    console.table([measureTrust(options.services, say)]);
  } else if (options) {
    const results = await runBench(options, say);
    process.stdout.write(`\n${table(results)}`);
    if (options.json !== undefined) await writeJson(options.json, results);
    if (results.some(({ holds }) => !holds)) process.exitCode = 1;
  } else {
    process.stdout.write(help());
  }
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${help()}`);
  process.exitCode = 2;
}
