import { writeFile } from 'node:fs/promises';
import { answersPing, type Program, requireProgram } from '@shirube/processes';

/** Redis with a password; like the one of the compose file it never evicts, and keeps its data over a restart. */
export async function redisProgram(directory: string, port: number, password: string): Promise<Program> {
  const command = await requireProgram('redis-server');
  const configuration = `${directory}/redis.conf`;
  // In a file, since command lines can be read by everybody.
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
