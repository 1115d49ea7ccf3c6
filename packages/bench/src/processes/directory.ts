import { randomBytes } from 'node:crypto';
import { createPart, type Part, type RunningMeilisearch } from '@shirube/dev/processes';
import { type ServiceName, serviceProgram } from '@shirube/dev/stack';
import { freePort } from '@shirube/local-postgres';

export interface DirectoryParts {
  /** For the logs of the services. */
  directory: string;
  databaseUrl: string;
  redisUrl?: string | undefined;
  meilisearch?: RunningMeilisearch | undefined;
}

// The indexer is ready once everything is indexed, which takes half an hour for a million services.
const readyWithin = 3_600_000;

export const bootstrapKey = randomBytes(24).toString('hex');

/** Starts a built service of the product as a separate process, and waits until it is ready. */
export async function startService(name: ServiceName, parts: DirectoryParts): Promise<Part> {
  const { directory, databaseUrl, redisUrl, meilisearch } = parts;
  const program = serviceProgram(name, {
    name,
    port: await freePort(),
    env: {
      NODE_ENV: 'production',
      NODE_OPTIONS: process.env.NODE_OPTIONS ?? '',
      LOG_LEVEL: 'error',
      BOOTSTRAP_API_KEY: bootstrapKey,
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl ?? '',
      MEILI_URL: meilisearch?.url ?? '',
      MEILI_API_KEY: meilisearch?.apiKey ?? '',
      // Requests are counted as in production, but the limit is never reached.
      RATE_LIMIT_PER_ADDRESS: '1000000000',
      RATE_LIMIT_PER_KEY: '1000000000',
      // The services that the bench registers do not exist, so they must not be checked.
      MONITOR: 'off',
    },
  });
  const service = createPart({ ...program, args: [...profiling(name), ...program.args] }, { directory, readyWithin });
  await service.start();
  return service;
}

/** Starts these services of a directory, or one process with all of them if it has no Meilisearch. */
export async function startServices(names: readonly ServiceName[], parts: DirectoryParts) {
  const all: Part[] = [];
  for (const name of parts.meilisearch ? names : (['standalone'] as const)) all.push(await startService(name, parts));
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) throw new Error('no service was started');
  return {
    all,
    first,
    last,
    async stop() {
      for (const service of all.splice(0).reverse()) await service.stop();
    },
  };
}

/** `BENCH_PROFILE=read-api` makes that service write a CPU profile to the current directory when it exits. */
const profiling = (name: ServiceName): string[] =>
  process.env.BENCH_PROFILE === name ? ['--cpu-prof', `--cpu-prof-dir=${process.cwd()}`] : [];
