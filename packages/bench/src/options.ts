import { Argument, above, newCommand } from '@shirube/cli/command-line';
import { cases } from './cases/cases.js';

const caseNames = new Argument('[case...]', 'what to measure; every case when left out');
const list = cases.map(({ name, title, atLeast }) => `  ${name.padEnd(22)}${title}; at least ${atLeast}`);

export const command = newCommand('npm run bench --')
  .description(`Measures each case and its baseline in turn, in the same run, and reports the ratios.
Needs redis-server and meilisearch on PATH; without them it measures the embedded default, and says so.

Cases:\n${list.join('\n')}`)
  .addArgument(caseNames.choices(cases.map(({ name }) => name)))
  .option('--catalog <FILE>', 'services as NDJSON; generated from the demo catalog when left out')
  .option(
    '--services <N>',
    'number of services to generate (20000); with --growth the largest number (200000)',
    above(0),
  )
  .option('--json <FILE>', 'write the results to this file')
  .option('--rounds <N>', 'rounds of each case', above(0), 15)
  .option('--seconds <N>', 'length of each measurement', above(0), 0.5)
  .option('--overload-seconds <N>', 'length of the overload', above(0), 10)
  .option('--embedded', 'measure the embedded default, even if the parts are on PATH', false)
  .option('--growth', 'measure only how times and memory grow with the catalog: 2,000, 20,000, 200,000, 1,000,000');

export type BenchOptions = ReturnType<typeof readOptions>;

/** The parsed command line. */
export function readOptions() {
  const options = command.opts();
  const services = options.services ?? (options.growth ? 200_000 : 20_000);
  return { ...options, services, names: command.processedArgs[0] };
}
