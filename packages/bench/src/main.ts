import { ExitError, runProgram } from '@shirube/cli/command-line';
import { growth } from './growth.js';
import { command, readOptions } from './options.js';
import { table, writeJson } from './report.js';
import { runBench } from './runBench.js';

const started = performance.now();

/** Reports progress on stderr, so that stdout contains only the table. */
function say(text: string): void {
  process.stderr.write(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);
}

command.action(async () => {
  const options = readOptions();
  if (options.growth) {
    const rows = await growth(options, say);
    console.table(rows.map((row) => Object.fromEntries(Object.entries(row).map(([k, v]) => [k, +v.toFixed(2)]))));
  } else {
    const results = await runBench(options, say);
    process.stdout.write(`\n${table(results)}`);
    if (options.json !== undefined) await writeJson(options.json, results);
    if (results.some(({ holds }) => !holds)) throw new ExitError(1);
  }
});

process.exitCode = await runProgram(command, process.argv.slice(2));
