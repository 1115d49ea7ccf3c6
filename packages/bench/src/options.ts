import { parseArgs } from 'node:util';
import { cases } from './cases/cases.js';

export interface BenchOptions {
  names: string[];
  catalog?: string | undefined;
  services: number;
  json?: string | undefined;
  rounds: number;
  seconds: number;
  overloadSeconds: number;
  embedded: boolean;
  growth: boolean;
  monitor: boolean;
  trust: boolean;
}

/** A command line that cannot be understood. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const help = (): string => `Usage: npm run bench -- [options] [case …]

Measures each case and its baseline in turn, in the same run, and reports the ratios. Without names: every case.
Needs redis-server and meilisearch on PATH; without them it measures the embedded default, and says so.

Cases:
${cases.map(({ name, title, atLeast }) => `  ${name.padEnd(22)}${title}; at least ${atLeast}`).join('\n')}

Options:
  --catalog FILE        services, one JSON object a line; else made from the demo catalog
  --services N          how many to make (20000); with --growth how many at the most (200000)
  --json FILE           write the results there
  --rounds N            rounds of each case (15)
  --seconds N           length of each measurement (0.5)
  --overload-seconds N  length of the overload (10)
  --embedded            measure the embedded default in any case
  --growth              instead: how times, memory and starts grow with the catalog: 2,000, 20,000, 200,000, 1,000,000
  --monitor             instead: how the monitor checks 10,000 services (or --services N) on a fifth as many hosts
  --trust               instead: how often 100,000 services (or --services N) are indexed anew for their trust
  --help                show this
`;

function positive(name: string, value: string): number {
  const number = Number(value);
  if (!(number > 0)) throw new UsageError(`--${name} takes a number above 0, not "${value}".`);
  return number;
}

function usualServices({
  growth,
  monitor,
  trust,
}: {
  growth: boolean;
  monitor: boolean;
  trust: boolean;
}): string {
  if (growth) return '200000';
  if (monitor) return '10000';
  return trust ? '100000' : '20000';
}

/** Reads the command line; undefined when it asks for help. */
export function readOptions(args: string[]): BenchOptions | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  for (const name of positionals) {
    if (!cases.some((known) => known.name === name)) throw new UsageError(`There is no case "${name}".`);
  }
  return {
    names: positionals,
    catalog: values.catalog,
    json: values.json,
    services: positive('services', values.services ?? usualServices(values)),
    rounds: positive('rounds', values.rounds),
    seconds: positive('seconds', values.seconds),
    overloadSeconds: positive('overload-seconds', values['overload-seconds']),
    embedded: values.embedded,
    growth: values.growth,
    monitor: values.monitor,
    trust: values.trust,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        catalog: { type: 'string' },
        services: { type: 'string' },
        json: { type: 'string' },
        rounds: { type: 'string', default: '15' },
        seconds: { type: 'string', default: '0.5' },
        'overload-seconds': { type: 'string', default: '10' },
        embedded: { type: 'boolean', default: false },
        growth: { type: 'boolean', default: false },
        monitor: { type: 'boolean', default: false },
        trust: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
