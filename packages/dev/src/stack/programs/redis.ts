import { writeFile } from 'node:fs/promises';
import { answersPing, type Program, requireProgram } from '../../processes/index.js';

/** Redis with a password. Like the one in the compose file, it never evicts and keeps its data across restarts. */
export async function redisProgram(directory: string, port: number, password: string): Promise<Program> {
  const command = await requireProgram('redis-server');
  const configuration = `${directory}/redis.conf`;
  // The password goes into a file, because everybody can read command lines.
  await writeFile(
    configuration,
    `bind 127.0.0.1
port ${port}
dir ${directory}
requirepass ${password}
maxmemory-policy noeviction
appendonly yes
`,
    { mode: 0o600 },
  );
  const url = `redis://:${password}@127.0.0.1:${port}`;
  return {
    name: 'redis',
    command,
    args: [configuration],
    url,
    isReady: () => answersPing(url),
  };
}
