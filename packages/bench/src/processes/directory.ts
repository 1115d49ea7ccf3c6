import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { answers, type RunningMeilisearch, type RunningProgram, startProgram } from '@shirube/dev/processes';
import { freePort } from '@shirube/local-postgres';

export interface DirectoryParts {
  databaseUrl: string;
  redisUrl?: string | undefined;
  meilisearch?: RunningMeilisearch | undefined;
}

export type Service = RunningProgram;

export type ServiceName = 'read-api' | 'write-api' | 'indexer' | 'standalone';

// The indexer is ready once everything is indexed, which takes half an hour for a million services.
const startDeadline = 3_600_000;

export const bootstrapKey = randomBytes(24).toString('hex');

/** Starts a built service of the product as a separate process, and waits until it is ready. */
export async function startService(
  name: ServiceName,
  parts: DirectoryParts,
  env: Record<string, string> = {},
): Promise<Service> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { databaseUrl, redisUrl, meilisearch } = parts;
  const server = fileURLToPath(new URL(`../../../../services/${name}/dist/server.js`, import.meta.url));
  const program = {
    name,
    command: process.execPath,
    args: [...profiling(name), server],
    url,
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
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
      ...env,
    },
    isReady: () => answers(`${url}/ready`),
  };
  return startProgram(program, { within: startDeadline });
}

/** `BENCH_PROFILE=read-api` makes that service write a CPU profile to the current directory when it exits. */
const profiling = (name: ServiceName): string[] => (process.env.BENCH_PROFILE === name ? ['--cpu-prof'] : []);
