import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Program } from '../part.js';
import { requireProgram } from '../requirePrograms.js';

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
  return {
    name: 'redis',
    command,
    args: [configuration],
    url: `redis://:${password}@127.0.0.1:${port}`,
    isReady: () => answersPing(port, password),
  };
}

function answersPing(port: number, password: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(`AUTH ${password}\r\nPING\r\n`));
    socket.on('data', (data) => {
      answer += data;
    });
    socket.once('error', reject).once('close', () => resolve(answer.includes('+PONG')));
  });
}
